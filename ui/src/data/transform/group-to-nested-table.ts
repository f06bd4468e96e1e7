/** Rows with equal values become one row, which holds the rows it stands for as a nested frame. */
import { copyField, makeField, makeFrame, pickRows, type Transform } from './context';
import { groupFrames, unnamed } from './group-by';

/** `meta.custom` of nested frames: whether their header is hidden, and what identifies the row. */
export const groupToNestedTable: Transform = (frames, options) => {
  const noHeader = options['showSubframeHeaders'] === false;
  return (
    groupFrames(frames, options)?.map(({ frame, fields, others, groups }) => {
      const rest = others.map(({ field, shown }) =>
        copyField(field, { config: { ...field.config, displayName: shown } }),
      );
      const nested = [...groups].map(([rowKey, rows]) => [
        {
          ...pickRows({ fields: rest, length: frame.length }, rest.length > 0 ? rows : []),
          meta: { custom: { noHeader, rowKey } },
        },
      ]);
      return makeFrame(
        [...fields, makeField('Nested frames', 'nestedFrames', nested)],
        unnamed(frame),
      );
    }) ?? frames
  );
};
