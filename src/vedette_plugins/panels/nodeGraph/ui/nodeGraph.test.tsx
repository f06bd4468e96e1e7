import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { dangersIn, hostileTexts } from '../../../../../ui/src/sdk/hostile';
import { frame, renderPanel } from '../../../../../ui/src/sdk/testing';
import nodeGraph from './index';

afterEach(cleanup);

const nodes = frame(
  { name: 'ID', type: 'string', values: ['a', 'b', 'c'] },
  { name: 'Title', type: 'string', values: ['shop', 'cart', 'db'] },
  { name: 'subTitle', type: 'string', values: ['eu', '', ''] },
  {
    name: 'mainStat',
    type: 'number',
    values: [12.5, 3, null],
    config: { unit: 'ms', displayName: 'Response time' },
  },
  { name: 'secondarystat', type: 'string', values: ['4 r/s', '', ''] },
  {
    name: 'arc__ok',
    type: 'number',
    values: [0.75, 1, 0],
    config: { color: { mode: 'fixed', fixedColor: 'green' } },
  },
  {
    name: 'arc__failed',
    type: 'number',
    values: [0.25, 0, 0],
    config: { color: { mode: 'fixed', fixedColor: 'red' } },
  },
  { name: 'detail__zone', type: 'string', values: ['eu-1', '', ''] },
);
nodes.fields[0]!.config = {
  links: [{ title: 'Metrics of ${__value.raw}', url: '/d/x?var-service=${__value.raw}' }],
};
const edges = frame(
  { name: 'id', type: 'string', values: ['1', '2', '3'] },
  { name: 'source', type: 'string', values: ['a', 'a', 'b'] },
  { name: 'target', type: 'string', values: ['b', 'c', 'gone'] },
  { name: 'mainstat', type: 'number', values: [7, 8, 9], config: { unit: 'ms' } },
  { name: 'thickness', type: 'number', values: [4, null, 1] },
);

const nodeNames = () =>
  screen
    .queryAllByRole('button')
    .map((one) => one.getAttribute('aria-label'))
    .filter((name) => name && !/^(Zoom|Close)/.test(name));
const size = { width: 800, height: 600 };

describe('a node graph', () => {
  it('draws nodes with their stats and the edges between them, whatever the case of the fields', () => {
    const { container } = renderPanel(nodeGraph, { frames: [nodes, edges], ...size });
    expect(nodeNames()).toEqual(['shop, eu, 12.5 ms, 4 r/s', 'cart, 3 ms', 'db']);
    expect(container.querySelectorAll('polygon')).toHaveLength(2);
    expect(container.querySelector('path[stroke-width="4"]')).not.toBeNull();
    expect(screen.getByLabelText('Ring sections').textContent).toBe('okfailed');
  });

  it('makes the nodes from the edges where there are none', () => {
    renderPanel(nodeGraph, { frames: [edges], ...size });
    expect(nodeNames()).toEqual(['a', 'b', 'c', 'gone']);
  });

  it('takes the units and ring sections that the panel sets', () => {
    const options = {
      nodes: { mainStatUnit: 's', arcs: [{ field: 'arc__failed', color: 'orange' }] },
    };
    const { container } = renderPanel(nodeGraph, { frames: [nodes, edges], options, ...size });
    expect(nodeNames()[0]).toContain('12.5 s');
    const strokes = [
      ...container.querySelectorAll<SVGCircleElement>('circle[stroke-dasharray]'),
    ].map(({ style }) => style.stroke);
    expect(strokes).toEqual(['#ff8800']);
  });

  it('dims what is not next to the node one points at', () => {
    renderPanel(nodeGraph, { frames: [nodes, edges], ...size });
    fireEvent.focus(screen.getByRole('button', { name: /^cart/ }));
    expect(screen.getByRole('button', { name: /^db/ }).getAttribute('data-dim')).toBe('true');
    expect(screen.getByRole('button', { name: /^shop/ }).getAttribute('data-dim')).toBeNull();
  });

  it('tells what is known of a node and where it leads', () => {
    renderPanel(nodeGraph, { frames: [nodes, edges], ...size });
    fireEvent.click(screen.getByRole('button', { name: /^shop/ }));
    const menu = screen.getByRole('dialog', { name: 'Node' });
    expect(menu.textContent).toContain('Response time12.5 ms');
    expect(menu.textContent).toContain('zoneeu-1');
    expect(within(menu).getByRole('link', { name: 'Metrics of a' }).getAttribute('href')).toBe(
      '/d/x?var-service=a',
    );
    fireEvent.keyDown(menu, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds nodes by what they show', () => {
    renderPanel(nodeGraph, { frames: [nodes, edges], ...size });
    fireEvent.change(screen.getByLabelText('Find nodes'), { target: { value: 'EU-1' } });
    expect(screen.getByText('1 node')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^cart/ }).getAttribute('data-dim')).toBe('true');
  });

  it('moves and zooms by keys, and shows the whole graph again', () => {
    const { container } = renderPanel(nodeGraph, { frames: [nodes, edges], ...size });
    const svg = screen.getByRole('group');
    const transform = () => container.querySelector('svg > g')?.getAttribute('transform');
    const first = transform();
    fireEvent.keyDown(svg, { key: '+' });
    fireEvent.keyDown(svg, { key: 'ArrowLeft' });
    expect(transform()).not.toBe(first);
    fireEvent.keyDown(svg, { key: '0' });
    expect(transform()).toBe(first);
  });

  it('says so where there is nothing to draw', () => {
    renderPanel(nodeGraph, { frames: [], ...size });
    expect(screen.getByRole('status').textContent).toContain('No nodes');
  });

  /** T21: Names of nodes are text. */
  it('shows hostile texts as text', () => {
    const texts = [...hostileTexts];
    const hostile = frame(
      { name: 'id', type: 'string', values: texts },
      { name: 'title', type: 'string', values: texts },
      { name: 'color', type: 'string', values: texts },
    );
    const { container } = renderPanel(nodeGraph, { frames: [hostile], ...size });
    expect(dangersIn(container)).toEqual([]);
  });
});
