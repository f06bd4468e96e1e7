/** The volume of logs: a series a level, in the colours the lines have. */
import type { Field, Frame } from '../../../data';
import { LOG_LEVEL_COLORS, logLevelNamed } from '../../../sdk/logLevels';

/** Labels that hold the level, the first one found. */
const LABELS = ['level', 'detected_level', 'severity'];

export function volumeFrames(frames: readonly Frame[]): Frame[] {
  return frames
    .filter(({ length }) => length > 0)
    .map((frame) => ({
      ...frame,
      fields: frame.fields.map((field) => (field.type === 'number' ? levelField(field) : field)),
    }));
}

function levelField(field: Field): Field {
  const { labels = {}, config } = field;
  const label = LABELS.map((name) => labels[name]).find(Boolean);
  const name =
    label ?? config.displayNameFromDS ?? (Object.keys(labels).length === 0 ? 'logs' : undefined);
  const level = logLevelNamed(name ?? '');
  return {
    ...field,
    config: {
      ...config,
      ...(name ? { displayName: name } : {}),
      ...(level ? { color: { mode: 'fixed', fixedColor: LOG_LEVEL_COLORS[level] } } : {}),
    },
  };
}
