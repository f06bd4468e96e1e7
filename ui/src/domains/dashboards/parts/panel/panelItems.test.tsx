import { expect, test } from 'vitest';
import { setBoot, type BootData } from '../../../../kernel/boot';
import type { LayoutItem } from '../../model/layout';
import type { Dashboard } from '../../session/context';
import { panelItems } from './panelItems';

const AT_HAND = {
  item: { panel: { id: 1 }, key: '1' } as unknown as LayoutItem,
  title: 'Load',
  frames: [],
  asks: true,
  isViewed: false,
};

function labels(dashboard: Dashboard): string[] {
  const items = panelItems({ ...AT_HAND, dashboard });
  return items.map((item) => (typeof item === 'object' && 'label' in item ? item.label : ''));
}

test.each([
  ['Viewer', false, false],
  ['Viewer', true, true],
  ['Editor', false, true],
])('the menu of a panel offers Explore to a %s with viewers_can_edit %s: %s', (...given) => {
  const [orgRole, viewersCanEdit, offered] = given;
  setBoot({
    settings: { exploreEnabled: true, viewersCanEdit },
    user: { orgRole, permissions: ['datasources:read'] },
  } as unknown as BootData);
  const dashboard = { canSave: false, stored: { meta: {} } } as Dashboard;
  expect(labels(dashboard).includes('Explore')).toBe(offered);
});

test.each([
  [true, {}, ['Edit', 'Edit JSON']],
  [true, { edit: true }, ['Edit']],
  [true, { editPanel: '1' }, ['Edit']],
  [false, {}, []],
])('the menu offers to edit what may be saved (%s) at %o: %s', (canSave, url, expected) => {
  setBoot({ settings: {}, user: { orgRole: 'Viewer', permissions: [] } } as unknown as BootData);
  const latest = () => ({ url });
  const dashboard = { uid: 'u', canSave, stored: { meta: { canSave } }, latest };
  const offered = labels(dashboard as unknown as Dashboard);
  expect(offered.filter((label) => label.startsWith('Edit'))).toEqual(expected);
});
