import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dangersIn, hostileTexts } from '../../../../../ui/src/sdk/hostile';
import { frame, renderPanel } from '../../../../../ui/src/sdk/testing';
import traces from './index';

afterEach(cleanup);
// What is drawn is looked at in a real browser; here only that nothing breaks without a canvas.
beforeAll(() => {
  HTMLCanvasElement.prototype.getContext = () => null;
});

const pairs = (of: Record<string, unknown>) =>
  Object.entries(of).map(([key, value]) => ({ key, value }));
const START = 1_700_000_000_000;

function shop() {
  const trace = frame(
    { name: 'traceID', values: ['7f3a', '7f3a', '7f3a', '7f3a'] },
    {
      name: 'spanID',
      values: ['01', '02', '03', '04'],
      config: { links: [{ title: 'Logs', url: '/logs/${__value.raw}' }] },
    },
    { name: 'parentSpanID', values: ['0000000000000000', '01', '02', '01'] },
    { name: 'operationName', values: ['GET /cart', 'cart', 'SELECT', 'stock'] },
    { name: 'serviceName', values: ['gateway', 'cart', 'db', 'stock'] },
    { name: 'kind', values: ['server', 'server', 'client', 'server'] },
    { name: 'statusCode', values: [0, 0, 2, 0] },
    { name: 'statusMessage', values: ['', '', 'deadlock', ''] },
    { name: 'startTime', type: 'number', values: [START, START + 10, START + 15, START + 60] },
    { name: 'duration', type: 'number', values: [100, 40, 20.5, 30] },
    {
      name: 'serviceTags',
      type: 'other',
      values: ['gateway', 'cart', 'db', 'stock'].map((name) => pairs({ 'service.name': name })),
    },
    {
      name: 'tags',
      type: 'other',
      values: [pairs({ 'http.status_code': 200 }), [], pairs({ 'db.system': 'postgresql' }), []],
    },
    {
      name: 'logs',
      type: 'other',
      values: [
        [],
        [],
        [{ timestamp: START + 20, fields: pairs({ event: 'retry', attempt: 2 }) }],
        [],
      ],
    },
    {
      name: 'references',
      type: 'other',
      values: [[], [], [], [{ traceID: '7f3a', spanID: '03' }]],
    },
    { name: 'warnings', type: 'other', values: [[], [], ['clock was adjusted'], []] },
    { name: 'stackTraces', type: 'other', values: [[], [], ['at query (db.js:1)'], []] },
  );
  return { ...trace, meta: { preferredVisualisationType: 'trace' } };
}

const size = { width: 1000, height: 600 };
const draw = (given = shop()) => renderPanel(traces, { frames: [given], ...size });
const shown = () => screen.queryAllByRole('treeitem').map((row) => row.getAttribute('aria-label'));
const row = (name: RegExp) => screen.getByRole('treeitem', { name });
const openDetails = (name: RegExp) => {
  fireEvent.click(row(name).firstElementChild!);
  return row(name);
};

describe('a trace', () => {
  it('is summed up above its spans', () => {
    const { container } = draw();
    expect(container.querySelector('header')?.textContent).toBe(
      'gateway GET /cart100 ms2023-11-14 22:13:20.000Services 4Depth 3Spans 41 error7f3a',
    );
  });

  it('shows spans below what called them', () => {
    draw();
    expect(shown()).toEqual([
      'gateway GET /cart, 100 ms',
      'cart cart, 40 ms',
      'db SELECT, 20.5 ms, error',
      'stock stock, 30 ms',
    ]);
    expect(screen.getAllByRole('treeitem').map((one) => one.getAttribute('aria-level'))).toEqual([
      '1',
      '2',
      '3',
      '2',
    ]);
  });

  it('folds and unfolds, one span, one level or all', () => {
    draw();
    fireEvent.click(within(row(/^cart/)).getByLabelText('Collapse'));
    expect(shown()).toHaveLength(3);
    fireEvent.click(screen.getByLabelText('Collapse all'));
    expect(shown()).toHaveLength(1);
    fireEvent.click(screen.getByLabelText('Expand one level'));
    expect(shown()).toHaveLength(3);
    fireEvent.click(screen.getByLabelText('Expand all'));
    expect(shown()).toHaveLength(4);
    fireEvent.click(screen.getByLabelText('Collapse one level'));
    expect(shown()).toHaveLength(3);
  });

  it('tells everything about a span, and where it leads', () => {
    draw();
    const details = openDetails(/^db/);
    const text = details.textContent ?? '';
    for (const part of [
      'error: deadlock',
      'db.system',
      'postgresql',
      'clock was adjusted',
      'at query (db.js:1)',
      '5 ms',
      'retry',
      'attempt 2',
      'service.name',
    ]) {
      expect(text).toContain(part);
    }
    expect(within(details).getByRole('link', { name: 'Logs' }).getAttribute('href')).toBe(
      '/logs/03',
    );
    expect(within(details).getByLabelText(/^Copy span ID/)).toBeTruthy();
  });

  it('leads from a span to the one it refers to', () => {
    draw();
    fireEvent.click(within(openDetails(/^stock/)).getByText('Show span 03'));
    expect(row(/^db/).getAttribute('aria-selected')).toBe('true');
  });

  it.each([
    ['select', ['db']],
    ['db.system=postgres', ['db']],
    ['service.name!=db', ['gateway', 'cart', 'stock']],
    ['>35ms', ['gateway', 'cart']],
    ['duration<=30ms stock', ['stock']],
    ['"http.status_code=200"', ['gateway']],
    ['nothing', []],
  ])('finds spans by %s', (text, services) => {
    draw();
    fireEvent.change(screen.getByLabelText('Find spans'), { target: { value: text } });
    const found = screen.queryAllByRole('treeitem').filter((one) => !one.hasAttribute('data-dim'));
    expect(found.map((one) => one.getAttribute('aria-label')?.split(' ')[0])).toEqual(services);
    expect(
      screen.getByText(services.length === 1 ? '1 match' : `${services.length} matches`),
    ).toBeTruthy();
  });

  it('goes from match to match, and shows matches with what leads to them', () => {
    draw();
    fireEvent.click(screen.getByText('Errors'));
    fireEvent.click(screen.getByLabelText('Next match'));
    expect(row(/^db/).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('1 of 1')).toBeTruthy();
    fireEvent.click(screen.getByText('Matches only'));
    expect(shown()).toHaveLength(3);
  });

  it('unfolds what hides a match', () => {
    draw();
    fireEvent.click(screen.getByLabelText('Collapse all'));
    fireEvent.click(screen.getByText('Errors'));
    fireEvent.click(screen.getByLabelText('Next match'));
    expect(shown()).toContain('db SELECT, 20.5 ms, error');
  });

  it('can be walked with the keyboard', () => {
    draw();
    const list = screen.getByRole('group', { name: /Spans of/ });
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) fireEvent.keyDown(list, { key });
    expect(shown()).toHaveLength(3);
    fireEvent.keyDown(list, { key: 'Enter' });
    expect(screen.getByRole('region', { name: 'Details of cart' })).toBeTruthy();
  });

  it('zooms by the keys of the minimap and back', () => {
    draw();
    const minimap = screen.getByRole('slider');
    fireEvent.keyDown(minimap, { key: '+' });
    expect(minimap.getAttribute('aria-valuetext')).toBe('25 ms to 75 ms');
    fireEvent.click(screen.getByText('Whole trace'));
    expect(minimap.getAttribute('aria-valuetext')).toBe('0 ms to 100 ms');
  });

  it('draws what it waited for', () => {
    const { container } = draw();
    expect(container.querySelectorAll('[title="On the critical path"]').length).toBeGreaterThan(3);
    fireEvent.click(screen.getByText('Show critical path'));
    expect(container.querySelectorAll('[title="On the critical path"]')).toHaveLength(0);
  });

  it('starts afresh when another trace comes', () => {
    const { update } = draw();
    fireEvent.click(screen.getByLabelText('Collapse all'));
    const other = shop();
    other.fields[0] = { ...other.fields[0]!, values: ['beef', 'beef', 'beef', 'beef'] };
    update([other]);
    expect(shown()).toHaveLength(4);
  });

  it('begins with the span a link leads to, also where its id lost the zeros it begins with', () => {
    renderPanel(traces, { frames: [shop()], options: { focusedSpanId: '3' }, ...size });
    expect(screen.getAllByRole('region', { name: /^Details of/ })).toHaveLength(1);
    expect(screen.getByRole('region', { name: 'Details of SELECT' })).toBeTruthy();
  });

  it('says what to do where there is no trace', () => {
    renderPanel(traces, { frames: [frame({ name: 'traceID', values: ['a'] })], ...size });
    expect(screen.getByRole('status').textContent).toContain('by trace ID');
  });

  it('draws only the rows in view of very many', () => {
    const count = 20_000;
    const numbers = Array.from({ length: count }, (_, index) => index);
    const large = frame(
      { name: 'spanID', values: numbers.map(String) },
      { name: 'parentSpanID', values: numbers.map((index) => (index ? '0' : '')) },
      { name: 'operationName', values: numbers.map(String) },
      { name: 'serviceName', values: numbers.map(() => 's') },
      { name: 'startTime', type: 'number', values: numbers },
      { name: 'duration', type: 'number', values: numbers.map(() => 1) },
    );
    renderPanel(traces, { frames: [large], ...size });
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
  });

  /** T21, CVE-2023-0594, CVE-2025-41117: Span attributes and stack traces are text. */
  it('survives cells that are not what they should be, and shows hostile texts as text', () => {
    const texts = [...hostileTexts];
    const nonsense = texts.map(
      (_, index) => [null, 'not json', 7, { a: texts[0] }, [null, 3, { key: texts[1] }]][index % 5],
    );
    const hostile = frame(
      { name: 'spanID', values: texts.map((_, index) => `${index}`) },
      { name: 'parentSpanID', values: texts },
      { name: 'operationName', values: texts },
      { name: 'serviceName', values: texts },
      { name: 'startTime', values: texts.map((_, index) => (index % 3 ? START : null)) },
      {
        name: 'duration',
        values: texts.map((_, index) => [5, null, -3, Infinity, 'x'][index % 5]),
      },
      ...['tags', 'serviceTags', 'logs', 'references', 'warnings', 'stackTraces'].map((name) => ({
        name,
        type: 'other' as const,
        values: nonsense,
      })),
    );
    const { container } = renderPanel(traces, { frames: [hostile], width: 1000, height: 2000 });
    for (const one of screen.getAllByRole('treeitem').slice(0, 10))
      fireEvent.click(one.firstElementChild!);
    expect(dangersIn(container)).toEqual([]);
  });
});
