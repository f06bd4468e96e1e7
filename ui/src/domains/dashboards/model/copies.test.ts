import { expect, test } from 'vitest';
import type { StoredDashboard } from '../api';
import { copying, copyTitle, renaming } from './copies';

const stored: StoredDashboard = {
  dashboard: { id: 7, uid: 'shop', version: 3, title: 'Shop', tags: ['web'], panels: [{ id: 1 }] },
  meta: { folderUid: 'ops', version: 3 },
};

test('a rename keeps id, uid and the version that was opened, so that a newer one is not replaced', () => {
  expect(renaming(stored, 'Web shop')).toEqual({
    dashboard: { ...stored.dashboard, title: 'Web shop' },
    folderUid: 'ops',
    message: 'Renamed to Web shop',
  });
});

test('a copy has the content and no identity of the original', () => {
  const copy = copying(stored, { title: 'Shop copy', folderUid: '', withTags: true });
  expect(copy).toEqual({
    dashboard: { title: 'Shop copy', tags: ['web'], panels: [{ id: 1 }] },
    folderUid: '',
    message: 'Copied from Shop',
  });
  expect(copying(stored, { title: 'x', folderUid: '', withTags: false }).dashboard['tags']).toEqual(
    [],
  );
});

test('further copies are numbered', () => {
  expect([copyTitle('Shop'), copyTitle('Shop', 2)]).toEqual(['Shop copy', 'Shop copy 2']);
});
