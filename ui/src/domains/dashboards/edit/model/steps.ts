/** Steps of the history in words: `Move 2 panels`, `Line width of Latency 1 → 2 px`. */
import type { DashboardModel } from '../../../../data';
import type { Label, Subject } from '../draft/types';
import { findPanel } from './panels';
import { keyWords, matcherWords, placeWords, valueWords, type OptionLookUp } from './values';

const SUBJECTS: Record<Subject, string> = {
  dashboard: 'dashboard',
  panel: 'panel',
  row: 'row',
  query: 'query',
  transformation: 'transformation',
  override: 'override',
  variable: 'variable',
  annotation: 'annotation',
  link: 'link',
  json: 'JSON',
  version: 'version',
  draft: 'draft',
};

/** `model` is that of the step, for the names of panels. */
export function stepWords(label: Label, model: DashboardModel, option?: OptionLookUp): string {
  const { verb, subject, name, count } = label;
  if (verb === 'restore')
    return subject === 'draft' ? 'Restored draft' : `Load version ${name ?? ''}`.trim();
  if (verb === 'apply') return subject === 'json' ? 'Apply JSON' : `Apply ${thing(label)}`;
  if (verb === 'merge') return `Merge ${thing(label)}`;
  if (verb === 'rename' && label.from !== undefined)
    return `Rename ${SUBJECTS[subject]} ${valueWords(label.from)} → ${valueWords(label.to)}${
      count ? `, ${count} ${count === 1 ? 'place' : 'places'}` : ''
    }`;
  if (verb === 'set') return setWords(label, model, option);
  const owner = panelName(label, model);
  const place = owner && subject !== 'panel' && subject !== 'row' ? ` in ${owner}` : '';
  return `${keyWords(verb)} ${thing(label)}${place}`;
}

function thing({ verb, subject, name, count }: Label): string {
  const word = SUBJECTS[subject];
  if (verb === 'reorder') return plural(word);
  if (count !== undefined && count > 1) return `${count} ${plural(word)}`;
  return name ? `${word} ${name}` : word;
}

const plural = (word: string) => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

function panelName({ panel }: Label, model: DashboardModel): string | undefined {
  return panel === undefined ? undefined : findPanel(model, panel)?.title;
}

function setWords(label: Label, model: DashboardModel, option?: OptionLookUp): string {
  const { subject, name, path = '', count } = label;
  const panel = label.panel === undefined ? undefined : findPanel(model, label.panel);
  const words =
    panel && option?.(panel.type, subject === 'override' ? `fieldConfig.defaults.${path}` : path);
  const what = words?.label ?? keyWords(path.split('.').at(-1) || 'settings');
  const field = subject === 'override' && name ? overridden(name) : undefined;
  const inner = subject === 'query' ? `query ${name ?? ''}`.trim() : (field ?? name);
  const owner = count && count > 1 ? `${count} ${plural(SUBJECTS[subject])}` : inner;
  const title = panel?.title;
  const of = subject === 'dashboard' || !owner ? '' : ` of ${owner}`;
  const within = title && title !== owner && (!count || count < 2) ? ` in ${title}` : '';
  return `${what}${of}${within}${valuesWords(label, words)}`;
}

const overridden = (name: string): string => {
  try {
    const [id, options] = JSON.parse(name) as [unknown, unknown];
    return matcherWords({ id, options });
  } catch {
    return name;
  }
};

const LONGEST = 40;

/** Old and new value, where both are short. */
function valuesWords({ from, to }: Label, words: Parameters<typeof valueWords>[1]): string {
  if (from === undefined && to === undefined) return '';
  const isPlace = (value: unknown): value is { x: number; y: number; w: number; h: number } =>
    typeof value === 'object' && value !== null && 'w' in value && 'h' in value;
  if (isPlace(from) && isPlace(to)) return `: ${placeWords(from, to)} → ${placeWords(to, from)}`;
  const isShort = (value: unknown) => valueWords(value, words).length <= LONGEST;
  if (!isShort(from) || !isShort(to)) return '';
  return from === undefined
    ? `: ${valueWords(to, words)}`
    : `: ${valueWords(from, words)} → ${valueWords(to, words)}`;
}
