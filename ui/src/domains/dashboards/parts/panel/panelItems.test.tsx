import { expect, test } from 'vitest';
import { setBoot, type BootData } from '../../../../kernel/boot';
import type { LayoutItem } from '../../model/layout';
import type { Dashboard } from '../../session/context';
import { panelItems } from './panelItems';

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
  const items = panelItems({
    dashboard: { canSave: false, stored: { meta: {} } } as Dashboard,
    item: { panel: { id: 1 }, key: '1' } as unknown as LayoutItem,
    title: 'Load',
    frames: [],
    asks: true,
    isViewed: false,
  });
  const labels = items.map((item) =>
    typeof item === 'object' && 'label' in item ? item.label : '',
  );
  expect(labels.includes('Explore')).toBe(offered);
});
