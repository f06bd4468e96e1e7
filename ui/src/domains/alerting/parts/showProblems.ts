import { flushSync } from 'react-dom';

/** Shows the problems of a form and focuses the first invalid field. */
export function showProblems(form: Element | null, show: () => void): void {
  flushSync(show);
  form?.querySelector('[aria-invalid="true"], [role="alert"]')?.scrollIntoView({ block: 'center' });
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ preventScroll: true });
}
