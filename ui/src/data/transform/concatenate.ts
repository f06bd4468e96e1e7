/** The columns of all frames beside each other. */
import type { Field } from '../frame';
import { copyField, makeFrame, textOption, type Transform } from './context';

/** `frameNameMode`: the frame's name goes before the field's, into a label, or is dropped. */
export const concatenate: Transform = (frames, options) => {
  if (frames.length < 2) return frames;
  const mode = textOption(options['frameNameMode'], 'field');
  const label = textOption(options['frameNameLabel'], 'frame');
  const length = Math.max(...frames.map((frame) => frame.length));
  let sameLength = true;
  const fields = frames.flatMap((frame) => {
    const { name } = frame;
    sameLength &&= frame.length === length;
    return frame.fields.map((field): Field => {
      const copy = copyField(field);
      if (copy.values.length < length)
        copy.values = [...copy.values, ...new Array<null>(length - copy.values.length).fill(null)];
      if (name && mode === 'field')
        copy.name = field.name === 'Value' ? name : `${name} · ${field.name}`;
      if (name && mode === 'label') copy.labels = { ...field.labels, [label]: name };
      return copy;
    });
  });
  return [
    makeFrame(
      fields,
      sameLength ? { refId: frames.map((frame) => frame.refId ?? '').join(',') } : {},
    ),
  ];
};
