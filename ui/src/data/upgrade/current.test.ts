import { describe, expect, test } from 'vitest';
import type { Json } from '../dashboard';
import { isCurrent } from './current';
import { upgradeDashboard } from '.';

type Loose = Record<string, unknown>;

const dashboard = (more: Loose = {}): Loose => ({
  title: 'Shop',
  schemaVersion: 39,
  tags: [],
  links: [],
  templating: { list: [] },
  annotations: { list: [] },
  timepicker: {},
  time: { from: 'now-1h', to: 'now' },
  panels: [],
  ...more,
});

const panel = (more: Loose = {}): Loose => ({
  id: 1,
  type: 'timeseries',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  datasource: { type: 'prometheus', uid: 'p' },
  targets: [{ refId: 'A', expr: 'up' }],
  fieldConfig: {
    defaults: {
      unit: 's',
      mappings: [{ type: 'value', options: { 1: { text: 'up' } } }],
      custom: {},
    },
    overrides: [
      { matcher: { id: 'byName', options: 'a' }, properties: [{ id: 'mappings', value: [] }] },
    ],
  },
  options: { legend: { displayMode: 'list', showLegend: true } },
  ...more,
});

const variable = (more: Loose = {}): Loose => ({
  name: 'job',
  type: 'query',
  multi: true,
  current: { text: ['api'], value: ['api'] },
  ...more,
});

const withPanel = (more: Loose) => dashboard({ panels: [panel(more)] });
const withVariable = (more: Loose) => dashboard({ templating: { list: [variable(more)] } });
const withDefaults = (defaults: Loose) => withPanel({ fieldConfig: { defaults, overrides: [] } });

describe('a dashboard of today', () => {
  test.each([
    ['of one panel', withPanel({})],
    ['with variables', withVariable({})],
    [
      'with a text panel',
      withPanel({ type: 'text', options: { mode: 'markdown', content: '# Hello' } }),
    ],
    ['with a list of alerts', withPanel({ type: 'alertlist', options: { viewMode: 'list' } })],
    [
      'with a closed row',
      dashboard({ panels: [panel({ id: 2, type: 'row', panels: [panel()] })] }),
    ],
  ])('%s is shown as it is stored, without the code that upgrades', (_, model) => {
    expect(isCurrent(model)).toBe(true);
    expect(upgradeDashboard(model as unknown as Json)).toEqual({ model, changes: [] });
  });
});

describe('whatever an upgrade would change is not called current', () => {
  test.each<[string, unknown]>([
    ['nothing', null],
    ['an older schema', dashboard({ schemaVersion: 38 })],
    ['a schema in text', dashboard({ schemaVersion: '39' })],
    ['rows', dashboard({ rows: [] })],
    ['no list of panels', dashboard({ panels: undefined })],
    ['no variables', dashboard({ templating: {} })],
    ['times in numbers', dashboard({ time: { from: 1, to: 2 } })],
    ['refresh turned off by false', dashboard({ refresh: false })],
    [
      'an annotation that names its source',
      dashboard({ annotations: { list: [{ datasource: 'prom' }] } }),
    ],
    ['two panels of one number', dashboard({ panels: [panel(), panel()] })],
    ['a panel without a number', withPanel({ id: undefined })],
    ['a panel without a place', withPanel({ gridPos: undefined })],
    ['an old panel', withPanel({ type: 'graph' })],
    [
      'an old panel in a row',
      dashboard({
        panels: [panel({ id: 2, type: 'row', panels: [panel({ type: 'singlestat' })] })],
      }),
    ],
    ['an old table', withPanel({ type: 'table', styles: [], fieldConfig: undefined })],
    ['an old heatmap', withPanel({ type: 'heatmap', yBucketBound: 'auto' })],
    ['an old text panel', withPanel({ type: 'text', content: 'x', mode: 'markdown' })],
    ['a panel that names its source', withPanel({ datasource: 'prom' })],
    ['a query that names its source', withPanel({ targets: [{ refId: 'A', datasource: 'prom' }] })],
    ['a query without a letter', withPanel({ targets: [{ expr: 'up' }] })],
    ['field options', withPanel({ options: { fieldOptions: { calcs: ['mean'] } } })],
    ['a hidden legend', withPanel({ options: { legend: { displayMode: 'hidden' } } })],
    ['a half field configuration', withPanel({ fieldConfig: { defaults: {} } })],
    ['a titled field', withDefaults({ title: 'x' })],
    ['old mappings', withDefaults({ mappings: [{ type: 1, value: '1', text: 'up' }] })],
    ['a list of thresholds', withDefaults({ thresholds: [{ color: 'red', value: 1 }] })],
    ['an old cell', withDefaults({ custom: { displayMode: 'basic' } })],
    ['an old transformation', withPanel({ transformations: [{ id: 'seriesToColumns' }] })],
    ['a least span', withPanel({ minSpan: 4 })],
    ['a panel that is nothing', dashboard({ panels: [null] })],
    ['a variable that is nothing', dashboard({ templating: { list: [null] } })],
    ['a variable without a name', withVariable({ name: undefined })],
    ['a variable without a type', withVariable({ type: undefined })],
    ['a variable that names its source', withVariable({ datasource: 'prom' })],
    ['a refresh that is on', withVariable({ refresh: true })],
    ['a hidden label', withVariable({ hideLabel: true })],
    ['a single value of many', withVariable({ current: { text: 'a', value: 'a' } })],
    ['a bare value', withVariable({ current: 'a' })],
  ])('%s', (_, model) => {
    expect(isCurrent(model)).toBe(false);
  });
});
