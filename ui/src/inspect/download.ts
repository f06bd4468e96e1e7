/** Files made in the browser. */
import { loadTransform, type Frame } from '../data';
import { frameToCsv, type CsvOptions } from './csv';

export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** One file for the whole panel: its series side by side, one line for each time. */
export async function downloadCsv(
  title: string,
  frames: readonly Frame[],
  options: CsvOptions = {},
): Promise<void> {
  const joined = await joinFrames(frames);
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  // A byte order mark tells spreadsheets that the text is UTF-8.
  saveFile(
    `${title || 'panel'}-${stamp}.csv`,
    'text/csv;charset=utf-8',
    `\ufeff${frameToCsv(joined, options)}`,
  );
}

export async function joinFrames(frames: readonly Frame[]): Promise<Frame> {
  const [first, ...others] = frames;
  if (!first) return { fields: [], length: 0 };
  const hasTimes = frames.every((frame) => frame.fields.some((field) => field.type === 'time'));
  if (others.length === 0 || !hasTimes) return first;
  const transform = await loadTransform();
  const joined = transform(
    frames.map(withShownNames),
    [{ id: 'joinByField', options: { mode: 'outer' } }],
    {
      timeZone: 'UTC',
      interpolate: (text) => text,
    },
  );
  return joined[0] ?? first;
}

/** Joined columns carry the names of the panel's series. */
function withShownNames(frame: Frame): Frame {
  const fields = frame.fields.map((field) => {
    const name = field.type === 'time' ? field.name : (field.displayName ?? field.name);
    return { ...field, name, config: { ...field.config, displayName: name } };
  });
  return { ...frame, fields };
}
