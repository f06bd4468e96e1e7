import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dangersIn, hostileTexts } from '../../../../../ui/src/sdk/hostile';
import { frame, renderPanel } from '../../../../../ui/src/sdk/testing';
import logs from './index';
import { levelOf } from './level';
import { freshLines } from './useHeld';
import { logLines } from './lines';
import { highlight, searchedWords } from './highlight';

afterEach(cleanup);

function lines(...texts: string[]) {
  return frame(
    { name: 'ts', type: 'time', values: texts.map((_, index) => index * 1000) },
    { name: 'message', type: 'string', values: texts },
  );
}

const stream = frame(
  {
    name: 'labels',
    type: 'other',
    values: [
      { app: 'shop', pod: 'a', level: 'warn' },
      { app: 'shop', pod: 'b', level: 'error' },
    ],
  },
  { name: 'Time', type: 'time', values: [1000, 1000] },
  { name: 'Line', type: 'string', values: ['first', 'second'] },
  { name: 'tsNs', type: 'string', values: ['1000000005', '1000000009'] },
  { name: 'id', type: 'string', values: ['x', 'y'] },
);

const otel = frame(
  { name: 'timestamp', type: 'time', values: [5000] },
  { name: 'body', type: 'string', values: ['hello'] },
  { name: 'severity', type: 'string', values: ['ERROR'] },
  { name: 'attributes', type: 'other', values: [{ 'service.name': 'shop' }] },
  {
    name: 'traceId',
    type: 'string',
    values: ['abc'],
    config: { links: [{ title: 'Trace', url: '/trace/${__value.raw}' }] },
  },
);

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('a logs panel', () => {
  it('reads the old and the new shape of log frames, and any time with a text', () => {
    renderPanel(logs, { frames: [stream, otel, lines('INFO plain')] });
    expect(shown()).toEqual(['ERRORhelloTrace', 'ERRORsecond', 'WARNfirst', 'INFOINFO plain']);
  });

  it('puts the newest line first, to the nanosecond, or the oldest', () => {
    renderPanel(logs, { frames: [stream], options: { sortOrder: 'Ascending' } });
    expect(shown()).toEqual(['WARNfirst', 'ERRORsecond']);
  });

  it('shows times in the time zone of the dashboard', () => {
    renderPanel(logs, { frames: [stream], options: { showTime: true } });
    expect(shown()[0]).toBe('00:00:01.000ERRORsecond');
  });

  it('says common labels once and the rest with each line', () => {
    const { container } = renderPanel(logs, {
      frames: [stream],
      options: { showLabels: true, showCommonLabels: true },
    });
    expect(screen.getByText('app=shop')).toBeTruthy();
    expect(shown()[0]).toBe('ERRORpod=bsecond');
    expect(container.textContent?.match(/app=shop/g)).toHaveLength(1);
  });

  it.each([
    ['none', 5],
    ['exact', 4],
    ['numbers', 3],
    ['signature', 2],
  ])('folds lines alike by %s', (dedupStrategy, count) => {
    const frames = [lines('took 1 ms', 'took 1 ms', 'took 2 ms', 'lost 3 km', 'a: b')];
    renderPanel(logs, { frames, options: { dedupStrategy, sortOrder: 'Ascending' }, height: 400 });
    expect(shown()).toHaveLength(count);
  });

  it('counts what it folded', () => {
    renderPanel(logs, { frames: [lines('x', 'x', 'x')], options: { dedupStrategy: 'exact' } });
    expect(shown()).toEqual(['×3x']);
  });

  it('opens a line to its labels, fields and links, and filters by them', () => {
    const addFilter = vi.fn();
    renderPanel(logs, { frames: [otel], host: { addFilter } });
    fireEvent.click(screen.getByRole('button', { name: 'Details of line 1' }));
    const line = screen.getByRole('listitem');
    expect(within(line).getByText('service.name')).toBeTruthy();
    expect(within(line).getByText('abc')).toBeTruthy();
    const links = within(line).getAllByRole('link', { name: 'Trace' });
    expect(links.map((link) => link.getAttribute('href'))).toContain('/trace/abc');
    fireEvent.click(within(line).getByRole('button', { name: 'Filter for service.name = shop' }));
    expect(addFilter).toHaveBeenCalledWith('service.name', '=', 'shop', {});
    fireEvent.click(screen.getByRole('button', { name: 'Details of line 1' }));
    expect(within(line).queryByText('service.name')).toBeNull();
  });

  it('tells with a filter where a label comes from, and how a field of the text is parsed', () => {
    const addFilter = vi.fn();
    const loki = frame(...stream.fields, {
      name: 'labelTypes',
      type: 'other',
      values: [{ pod: 'S' }, { pod: 'S' }],
    });
    const text = {
      ...loki,
      fields: loki.fields.map((field) =>
        field.name === 'Line' ? { ...field, values: ['x', 'took=5ms'] } : field,
      ),
    };
    renderPanel(logs, { frames: [text], host: { addFilter } });
    fireEvent.click(screen.getByRole('button', { name: 'Details of line 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Filter out pod = b' }));
    fireEvent.click(screen.getByRole('button', { name: 'Filter for took = 5ms' }));
    expect(addFilter.mock.calls).toEqual([
      ['pod', '!=', 'b', { labelType: 'S' }],
      ['took', '=', '5ms', { labelType: 'P', parser: 'logfmt' }],
    ]);
  });

  it('shows chosen levels alone, and what is searched marked', () => {
    const frames = [lines('INFO one two', 'ERROR two', 'INFO three')];
    const { container } = renderPanel(logs, {
      frames,
      options: { showControls: true },
      height: 400,
    });
    fireEvent.click(screen.getByRole('button', { name: /^ERROR 1/ }));
    expect(shown()).toEqual(['ERRORERROR two']);
    fireEvent.click(screen.getByRole('button', { name: /^ERROR 1/ }));
    fireEvent.change(screen.getByLabelText('Search displayed lines'), { target: { value: 'TWO' } });
    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'two',
      'two',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Matches only' }));
    expect(shown()).toEqual(['ERRORERROR two', 'INFOINFO one two']);
  });

  it('has its controls in Explore, and elsewhere when the slash key asks for them', () => {
    renderPanel(logs, { frames: [lines('x')], height: 400 });
    expect(screen.queryByRole('search')).toBeNull();
    fireEvent.keyDown(screen.getByRole('group', { name: 'Lines of Panel' }), { key: '/' });
    expect(screen.getByRole('search')).toBeTruthy();
    cleanup();
    renderPanel(logs, { frames: [lines('x')], height: 400, host: { logs: {} } });
    expect(screen.getByRole('search')).toBeTruthy();
  });

  it('moves from line to line by keys and opens the current one', () => {
    renderPanel(logs, { frames: [lines('a', 'b', 'c')], options: { sortOrder: 'Ascending' } });
    const group = screen.getByRole('group', { name: 'Lines of Panel' });
    for (const key of ['j', 'ArrowDown', 'k', 'j', 'Enter']) fireEvent.keyDown(group, { key });
    expect(
      screen.getByRole('button', { name: 'Details of line 2' }).getAttribute('aria-expanded'),
    ).toBe('true');
    expect(group.getAttribute('aria-activedescendant')).toBe(
      screen.getAllByRole('listitem')[1]?.id,
    );
  });

  it('shows fields in place of the line, and takes any stored value for their names', () => {
    const frames = [lines('user=7 took=5ms', 'plain')];
    renderPanel(logs, {
      frames,
      options: { displayedFields: ['took', 'user'], sortOrder: 'Ascending' },
    });
    expect(shown()).toEqual(['took=5ms user=7', '']);
    cleanup();
    renderPanel(logs, { frames, options: { displayedFields: 'took' } });
    expect(shown()).toContain('plain');
  });

  it('shows the lines around one, asks for more, and says what went wrong', async () => {
    const context = vi.fn(async (_frame: unknown, _row: number, direction: string) => {
      if (direction === 'after') throw new Error('Loki is away.');
      return [
        frame(
          { name: 'Time', type: 'time', values: [500] },
          { name: 'Line', type: 'string', values: ['before it'] },
        ),
      ];
    });
    renderPanel(logs, { frames: [stream], host: { logs: { context } }, height: 400 });
    fireEvent.click(screen.getByRole('button', { name: 'Log context of line 1' }));
    const around = screen.getByRole('region', { name: 'Log context' });
    expect(await within(around).findByText('before it')).toBeTruthy();
    expect(within(around).getByText('No older lines')).toBeTruthy();
    expect((await within(around).findByRole('alert')).textContent).toBe('Loki is away.');
    fireEvent.click(within(around).getByRole('button', { name: 'Try again' }));
    expect(context).toHaveBeenCalledTimes(3);
    fireEvent.keyDown(around, { key: 'Escape' });
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('opens no line where details are off', () => {
    renderPanel(logs, { frames: [otel], options: { enableLogDetails: false } });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('lays JSON out where asked', () => {
    const { container } = renderPanel(logs, {
      frames: [lines('{"a":1}')],
      options: { prettifyLogMessage: true },
    });
    expect(container.textContent).toContain('{\n  "a": 1\n}');
  });

  it('keeps a page with five thousand lines light', () => {
    const { container } = renderPanel(logs, {
      frames: [lines(...Array.from({ length: 5000 }, (_, index) => `line ${index}`))],
    });
    const items = container.querySelectorAll('[role=listitem]');
    expect(items.length).toBeLessThan(60);
    expect(items[0]?.getAttribute('aria-setsize')).toBe('5000');
  });

  it('says so when there are no lines, whatever came instead', () => {
    for (const frames of [[], [frame()], [frame({ name: 'v', values: [1] })], [lines()]]) {
      renderPanel(logs, { frames });
      expect(screen.getByText('No log lines')).toBeTruthy();
      cleanup();
    }
    renderPanel(logs, {
      frames: [
        frame(
          { name: 't', type: 'time', values: [NaN, 1] },
          { name: 'Line', type: 'string', values: [null, 'x'.repeat(100_000)] },
        ),
      ],
    });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it.each(hostileTexts)('shows hostile lines, labels and fields as text: %s', (text) => {
    const hostile = frame(
      { name: 'timestamp', type: 'time', values: [1] },
      { name: 'body', type: 'string', values: [text] },
      { name: 'attributes', type: 'other', values: [{ [text]: text }] },
      {
        name: text,
        type: 'string',
        values: [text],
        config: { links: [{ title: text, url: text }] },
      },
    );
    const { container } = renderPanel(logs, { frames: [hostile], options: { showLabels: true } });
    fireEvent.click(container.querySelector('button') as HTMLElement);
    expect(container.querySelector('dt')?.textContent).toBe(text);
    expect(dangersIn(container)).toEqual([]);
  });
});

describe('a line of a tail', () => {
  it('is the same line when those before it are gone', () => {
    const held = logLines([stream], 'Ascending');
    const cut = {
      ...stream,
      length: 1,
      fields: stream.fields.map((field) => ({ ...field, values: field.values.slice(1) })),
    };
    expect(logLines([cut], 'Ascending').map(({ key }) => key)).toEqual([held[1]?.key]);
    expect(freshLines(held.slice(0, 1), held)).toBe(1);
  });
});

describe('the level of a line', () => {
  it.each([
    ['panic: runtime error', {}, undefined, 'error'],
    ['x', { level: 'panic' }, undefined, 'critical'],
    ['The error handler was set up, level=info', {}, undefined, 'error'],
    ['warn before FATAL', {}, undefined, 'warning'],
    ['level=info msg="error count is 0"', {}, undefined, 'info'],
    ['{"severity":"WARNING","x":"error"}', {}, undefined, 'warning'],
    ['notice: started', {}, undefined, 'info'],
    ['some eror here', {}, undefined, 'error'],
    ['dbug x', {}, undefined, 'debug'],
    ['TRACE x', {}, undefined, 'trace'],
    ['terrors and warnings', {}, undefined, 'unknown'],
    ['error', { level: 'debug' }, undefined, 'debug'],
    ['error', { detected_level: 'info' }, undefined, 'info'],
    ['error', {}, 'Fatal', 'critical'],
    ['error', {}, 13, 'warning'],
    ['', {}, null, 'unknown'],
  ])('of %j with %j and severity %j is %s', (text, labels, severity, level) => {
    expect(levelOf(text, labels as Record<string, string>, severity)).toBe(level);
  });
});

describe('what stands out in a line', () => {
  it('is what the query looked for, quoted text and numbers, and nothing is lost', () => {
    const text = 'gateway "a \\" b" took 12.5ms on node-7 (gateway)';
    const parts = highlight(text, ['gateway']);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(
      parts.filter(({ kind }) => kind !== 'plain').map((part) => `${part.kind} ${part.text}`),
    ).toEqual(['match gateway', 'string "a \\" b"', 'number 12.5ms', 'match gateway']);
  });

  it('comes from the line filters of the query, quotes of both kinds', () => {
    const queried = {
      ...lines('x'),
      meta: { executedQueryString: 'Expr: {a="b"} |= "gate" |= `way` != "not"' },
    };
    expect(searchedWords([queried])).toEqual(['gate', 'way']);
  });

  it('is found in linear time in lines built to be slow', () => {
    const started = performance.now();
    highlight('"'.repeat(50_000), ['a+']);
    highlight('1'.repeat(50_000), ['(']);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
