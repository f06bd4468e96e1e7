import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPanel } from '../../../../../ui/src/sdk/testing';
import text from './index';
import { migrate } from './options';

afterEach(cleanup);

describe('a text panel', () => {
  it('shows code as it is written, with variables filled in', () => {
    const options = { mode: 'code', content: '<b>$x</b>\nline 2', code: { showLineNumbers: true } };
    const { container } = renderPanel(text, {
      options,
      host: { interpolate: (source) => source.replace('$x', 'filled') },
    });
    expect(container.querySelector('code')?.textContent).toBe('<b>filled</b>\nline 2\n');
    expect(container.querySelectorAll('code span')).toHaveLength(2);
    expect(container.querySelector('b')).toBeNull();
  });

  it('reads panels stored before options were', () => {
    const old = { type: 'text', mode: 'html', content: '<b>x</b>' };
    expect(migrate(old)).toMatchObject({ options: { mode: 'html', content: '<b>x</b>' } });
    expect(migrate({ ...old, mode: 'text' })).toMatchObject({ options: { mode: 'markdown' } });
    const stored = { type: 'text', options: { content: 'kept' }, content: 'old' };
    expect(migrate(stored)).toBe(stored);
  });
});
