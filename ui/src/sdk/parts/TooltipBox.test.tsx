import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TooltipBox } from './TooltipBox';

afterEach(cleanup);

const page = (box?: React.ReactNode) => (
  <>
    <button type="button">Chart</button>
    {box}
  </>
);

it('takes the focus when it is pinned, and gives it back', () => {
  const { rerender } = render(
    page(
      <TooltipBox x={1} y={1}>
        values
      </TooltipBox>,
    ),
  );
  const chart = screen.getByRole('button', { name: 'Chart' });
  chart.focus();
  expect(document.activeElement).toBe(chart);
  const onClose = vi.fn<() => void>();
  rerender(
    page(
      <TooltipBox x={1} y={1} pinned onClose={onClose}>
        values
      </TooltipBox>,
    ),
  );
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  rerender(page());
  expect(document.activeElement).toBe(chart);
});
