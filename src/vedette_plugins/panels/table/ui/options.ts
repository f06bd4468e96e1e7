import {
  choices,
  FieldNamesEditor,
  reducerChoices,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';
import { lazy } from 'react';
import type { CellStored, SortBy } from './stored';

const CellOptionsEditor = lazy(() =>
  import('./edit/CellOptionsEditor').then((module) => ({ default: module.CellOptionsEditor })),
);
const SortByEditor = lazy(() =>
  import('./edit/SortByEditor').then((module) => ({ default: module.SortByEditor })),
);

const countsRows = ({ footer }: { footer: { reducer: unknown[]; countRows: boolean } }) =>
  footer.countRows && footer.reducer.includes('count');

export function options(builder: OptionBuilder) {
  return builder
    .group('Table', { part: 'cell' })
    .switch('showHeader', 'Show header', true, { part: 'header' })
    .switch('showTypeIcons', 'Show type icons', false, { part: 'header' })
    .radio(
      'cellHeight',
      'Row height',
      choices('sm', 'Small', 'md', 'Medium', 'lg', 'Large', 'auto', 'Auto'),
      'sm',
    )
    .number('frameIndex', 'Frame', 0, {
      min: 0,
      help: 'Result shown first if there are several.',
    })
    .custom<'sortBy', SortBy[]>('sortBy', 'Sort by', [], SortByEditor, {
      part: 'header',
    })
    .group('Table footer', { part: 'footer' })
    .switch('footer.show', 'Show footer', false)
    .multi('footer.reducer', 'Calculation', reducerChoices, ['sum'], {
      when: (o) => o.footer.show,
    })
    .switch('footer.countRows', 'Count rows', false, {
      when: ({ footer }) => footer.show && footer.reducer.includes('count'),
    })
    .custom<'footer.fields', string | string[]>('footer.fields', 'Fields', '', FieldNamesEditor, {
      help: 'Default: all number fields.',
      when: (o) => o.footer.show && !countsRows(o),
    })
    .switch('footer.enablePagination', 'Pages', false, {
      keywords: ['pagination'],
    });
}

export type TableOptions = OptionsOf<typeof options>;

const INSPECTED = new Set(['auto', 'json-view', 'color-text', 'color-background']);

export function fieldOptions(builder: OptionBuilder) {
  return builder
    .group('Table', { part: 'cell' })
    .number('minWidth', 'Min column width', null, {
      min: 20,
      max: 2000,
      unit: 'px',
      placeholder: 'Auto',
    })
    .number('width', 'Column width', null, {
      min: 20,
      max: 2000,
      unit: 'px',
      placeholder: 'Auto',
    })
    .radio(
      'align',
      'Alignment',
      choices('auto', 'Auto', 'left', 'Left', 'center', 'Center', 'right', 'Right'),
      'auto',
    )
    .switch('filterable', 'Column filter', false, { part: 'header' })
    .switch('hidden', 'Hide column', false, { overrideOnly: true })
    .switch('hideHeader', 'Hide header', false, { part: 'header' })
    .switch('wrapHeaderText', 'Wrap header', false, { part: 'header' })
    .group('Cell options', { part: 'cell' })
    .custom<'cellOptions', CellStored>('cellOptions', 'Cell', AUTO_CELL, CellOptionsEditor, {
      wide: true,
      keywords: ['cell type', 'gauge', 'sparkline', 'background', 'image', 'JSON', 'pill'],
      summary: (value) => String((value as CellStored).type ?? 'auto'),
    })
    .switch('wrapText', 'Wrap text', false)
    .switch('inspect', 'Inspect values', false, {
      when: ({ cellOptions }) => INSPECTED.has(cellOptions.type ?? 'auto'),
    })
    .group('Table footer', { part: 'footer' })
    .multi('footer.reducers', 'Calculation of this column', reducerChoices, [], {
      overrideOnly: true,
    });
}

const AUTO_CELL: CellStored = { type: 'auto' };
