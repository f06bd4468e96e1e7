import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../kernel/query';
import { showProblems } from '../../parts/showProblems';
import { MatcherRows, MatcherTags } from './MatcherRows';
import type { Matcher } from '../../model/matchers';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Form(): ReactNode {
  const form = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={form}>
        <MatcherRows
          matchers={[
            { name: 'team', operator: '=', value: 'web' },
            { name: '', operator: '=', value: 'lost' },
          ]}
          problem={problem}
          onChange={() => {}}
        />
      </div>
      <button
        type="button"
        onClick={() => showProblems(form.current, () => setProblem('Enter a label.'))}
      >
        Save
      </button>
    </QueryClientProvider>
  );
}

test('saving an invalid matcher focuses its row and describes the problem', () => {
  render(<Form />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const wrong = screen.getByLabelText('Label 2');
  expect(document.activeElement).toBe(wrong);
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(wrong.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter a label.',
  );
  expect(screen.getByLabelText('Label 1').hasAttribute('aria-invalid')).toBe(false);
});

test('a silence of one rule names the rule, not its uid', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"uid":"abc","title":"CPU high"}'));
  const matchers: Matcher[] = [{ name: '__alert_rule_uid__', operator: '=', value: 'abc' }];
  render(
    <QueryClientProvider client={queryClient}>
      <MatcherTags matchers={matchers} />
      <MatcherRows matchers={matchers} onChange={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Alert rule “CPU high”')).toBeDefined();
  expect(screen.getByTitle('__alert_rule_uid__=abc').textContent).toBe('alert rule=CPU high');
});
