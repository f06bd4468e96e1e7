/** Finding a transformation: by id, by words, and whether it can be applied to frames. */
import type { Frame } from '../../../../data';
import { transformInfos, type Need, type TransformInfo } from './infos';
import { currentId } from './names';

const fieldsOf = (frames: readonly Frame[]) => frames.flatMap(({ fields }) => fields);
const hasType =
  (...types: string[]) =>
  (frames: readonly Frame[]) =>
    fieldsOf(frames).some(({ type }) => types.includes(type));
const isSeries = (frame: Frame) => hasType('time')([frame]) && hasType('number')([frame]);
const widest = (frames: readonly Frame[]) => Math.max(0, ...frames.map((one) => one.fields.length));

type Test = (frames: readonly Frame[]) => boolean;

/** A test of the frames before the step, and the reason that is shown where it fails. */
const NEEDS: Readonly<Record<Need, readonly [Test, string]>> = {
  frames: [(frames) => frames.length > 1, 'needs two frames or more'],
  oneFrame: [(frames) => frames.length < 2, 'needs a single frame'],
  queries: [
    (frames: readonly Frame[]) => new Set(frames.map(({ refId }) => refId)).size > 1,
    'needs two queries or more',
  ],
  twoFields: [(frames: readonly Frame[]) => widest(frames) > 1, 'needs two fields or more'],
  matrix: [
    (frames) => frames.length < 2 && widest(frames) > 2,
    'needs a single frame with three fields or more',
  ],
  series: [(frames) => frames.some(isSeries), 'needs a time series'],
  time: [hasType('time'), 'needs a time field'],
  number: [hasType('number'), 'needs a number field'],
  text: [hasType('string'), 'needs a text field'],
  source: [hasType('string', 'other'), 'needs a field with text or objects'],
  labels: [
    (frames: readonly Frame[]) =>
      fieldsOf(frames).some(({ labels }) => Object.keys(labels ?? {}).length > 0),
    'needs fields with labels',
  ],
};

/** The reason why a transformation cannot do anything with the frames. */
export function reasonAgainst(info: TransformInfo, frames: readonly Frame[]): string | undefined {
  if (!info.needs) return undefined;
  const [fits, reason] = NEEDS[info.needs];
  return fits(frames) ? undefined : reason;
}

const byId = new Map(transformInfos.map((info) => [info.id, info]));

export const infoOf = (id: string): TransformInfo | undefined => byId.get(currentId(id));

export interface Offer {
  info: TransformInfo;
  /** Why it cannot be applied to the frames. */
  reason?: string;
}

/**
 * Transformations in which every word of the search occurs. Those whose name matches come first,
 * those that cannot be applied last.
 */
export function searchTransforms(text: string, frames: readonly Frame[]): Offer[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return transformInfos
    .flatMap((info) => {
      const rank = rankOf(info, words);
      return rank === undefined ? [] : [{ info, reason: reasonAgainst(info, frames), rank }];
    })
    .sort((a, b) => Number(Boolean(a.reason)) - Number(Boolean(b.reason)) || a.rank - b.rank)
    .map(({ info, reason }) => ({ info, reason }));
}

/** 0 if all words are in the name, 1 in the synonyms too, 2 in the description too. */
function rankOf(info: TransformInfo, words: readonly string[]): number | undefined {
  const texts = [`${info.name} ${info.id}`, info.synonyms, info.description];
  for (let rank = 0; rank < texts.length; rank += 1) {
    const text = texts
      .slice(0, rank + 1)
      .join(' ')
      .toLowerCase();
    if (words.every((word) => text.includes(word))) return rank;
  }
  return undefined;
}

/** The tables of one side of a sketch, as rows of cells. */
export function sketchTables(text: string): string[][][] {
  return text.split('+').map((table) => table.split('/').map((row) => row.split(' ')));
}
