/** Finds options by what they are called, explained as, stored as, and set to. */
import type { OptionView } from './views';

/** Every word has to be found. */
export function matchesSearch(view: OptionView, value: unknown, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { label, help, keywords = [] } = view.definition;
  const found = [label, view.group, help, ...keywords, view.path.join('.'), valueText(view, value)]
    .join(' ')
    .toLowerCase();
  return words.every((word) => found.includes(word));
}

/** A value as it is shown: `2 px`, `Bottom`, `on`. */
export function valueText({ definition: { editor, summary } }: OptionView, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (summary) return summary(value);
  if ('choices' in editor) {
    const chosen = Array.isArray(value) ? (value as unknown[]) : [value];
    return chosen
      .map((one) => editor.choices.find((choice) => choice.value === one)?.label ?? String(one))
      .join(', ');
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number' && 'unit' in editor && editor.unit)
    return `${value} ${editor.unit}`;
  if (Array.isArray(value)) return String(value.length);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
