import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LinksEditor } from './LinksEditor';
import type { StoredLink } from './LinkEditor';
import { completed, linkVariables, resolvedUrl } from './linkVariables';
import { contextWith, fieldOf, frameOf } from './testing';

afterEach(cleanup);

const frame = frameOf(fieldOf('Time', 'time', [1000, 2000]), {
  ...fieldOf('p99', 'number', [1, 461.8]),
  labels: { le: '0.5' },
});
const interpolate = (text: string) => text.replaceAll('${service}', 'checkout');
const context = contextWith(
  [frame],
  {},
  { interpolate, variables: [{ name: 'service', text: 'checkout' }] },
);

let latest: StoredLink[];

function Controlled({ start = [] }: { start?: StoredLink[] }) {
  const [value, setValue] = useState(start);
  useEffect(() => {
    latest = value;
  }, [value]);
  return (
    <LinksEditor
      id="x"
      label="Data links"
      value={value}
      onChange={(next) => setValue(next ?? [])}
      definition={{ kind: 'links' }}
      context={context}
    />
  );
}

const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
const type = (field: HTMLTextAreaElement, value: string) =>
  fireEvent.change(field, { target: { value, selectionStart: value.length } });

describe('variables', () => {
  test('are offered with their current values', () => {
    const values = new Map(linkVariables(context).map(({ text, value }) => [text, value]));
    expect(values.get('${service}')).toBe('checkout');
    expect(values.get('${__value.raw}')).toBe('461.8');
    expect(values.get('${__value.time}')).toBe('2000');
    expect(values.get('${__field.labels.le}')).toBe('0.5');
    expect(values.get('${__data.fields.p99}')).toBe('462');
  });

  test('replace what was written of them, up to a brace that is there', () => {
    expect(completed('/d/x?a=${__va}&b=1', 13, '${__value.raw}')).toEqual({
      text: '/d/x?a=${__value.raw}&b=1',
      caret: 21,
    });
    expect(completed('$', 1, '${service}').text).toBe('${service}');
  });

  test('are completed by keyboard while a URL is typed', () => {
    render(<Controlled start={[{ title: 'Traces', url: '' }]} />);
    const url = box('Traces: URL');
    type(url, '/d/x?v=${__val');
    fireEvent.keyDown(url, { key: 'ArrowDown' });
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('${__value.raw}461.8');
    fireEvent.keyDown(url, { key: 'Enter' });
    expect(latest[0]?.url).toBe('/d/x?v=${__value.raw}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByText('/d/x?v=461.8')).toBeTruthy();
  });

  test('Escape closes the list alone', () => {
    const outer = vi.fn();
    render(
      <div onKeyDown={outer}>
        <Controlled start={[{ title: 'Traces', url: '' }]} />
      </div>,
    );
    type(box('Traces: URL'), '$');
    fireEvent.keyDown(box('Traces: URL'), { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(outer).not.toHaveBeenCalled();
  });
});

describe('a URL', () => {
  test.each(['javascript:alert(1)', 'java\tscript:alert(1)', '${x}javascript&colon;a', 'data:,x'])(
    '%j is refused and cannot be opened',
    (url) => {
      const clean = url.replace('${x}', '');
      expect(resolvedUrl({ title: '', url: clean }, context)).toHaveProperty('problem');
      render(<Controlled start={[{ title: 'Bad', url: clean }]} />);
      expect(screen.getByRole('alert').textContent).toContain('not used');
      expect(screen.queryByRole('link')).toBeNull();
    },
  );

  test('that leads somewhere can be opened in a new tab', () => {
    render(<Controlled start={[{ title: 'Runbook', url: 'https://wiki/${service}' }]} />);
    const link = screen.getByRole('link', { name: /^Open it ?: Runbook$/ });
    expect(link.getAttribute('href')).toBe('https://wiki/checkout');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });
});

describe('what is stored', () => {
  test('a flag that is off is not written, one that was stays', () => {
    render(<Controlled start={[{ title: 'A', url: '/', targetBlank: true }]} />);
    fireEvent.click(screen.getByRole('switch', { name: 'One click' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Open in new tab' }));
    expect(latest).toEqual([{ title: 'A', url: '/', targetBlank: false, oneClick: true }]);
  });

  test('a link to a query is named and kept', () => {
    const internal = { datasourceUid: 'tempo', datasourceName: 'Tempo', query: { q: 1 } };
    const start = [{ title: 'T', url: '', internal, kept: 1 }] as unknown as StoredLink[];
    render(<Controlled start={start} />);
    expect(screen.getByText(/Opens a query of Tempo/)).toBeTruthy();
    type(box('T: title'), 'Trace');
    expect(latest).toEqual([{ ...start[0], title: 'Trace' }]);
  });

  test('links are added, moved and removed by keyboard, and the focus stays in the list', async () => {
    render(<Controlled start={[{ title: 'A', url: '/a' }]} />);
    fireEvent.click(screen.getByRole('button', { name: 'Link' }));
    await vi.waitFor(() => expect(document.activeElement).toBe(box('Link 2: title')));
    fireEvent.keyDown(box('Link 2: title'), { key: 'ArrowUp', altKey: true });
    expect(latest.map(({ url }) => url)).toEqual(['', '/a']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Link 1' }));
    expect(latest).toEqual([{ title: 'A', url: '/a' }]);
    await vi.waitFor(() => expect(document.activeElement).toBe(box('A: title')));
  });
});
