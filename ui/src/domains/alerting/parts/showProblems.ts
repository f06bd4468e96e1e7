import { flushSync } from 'react-dom';

/** Shows what is wrong in a form, and takes the person to the first of it. */
export function showProblems(form: Element | null, show: () => void): void {
  flushSync(show);
  form?.querySelector('[aria-invalid="true"], [role="alert"]')?.scrollIntoView({ block: 'center' });
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ preventScroll: true });
}
