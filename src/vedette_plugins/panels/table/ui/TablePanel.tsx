import { useState } from 'react';
import { EmptyState, frameDisplayName, type Frame, type PanelProps } from '@vedette/sdk';
import { FrameTable } from './FrameTable';
import type { TableOptions } from './options';
import styles from './Table.module.css';

const SELECTOR_HEIGHT = 34;

export function TablePanel(props: PanelProps<TableOptions>) {
  const { options, data, width, height } = props;
  const frames = data.frames.filter(({ fields }) => fields.length > 0);
  const [chosen, setChosen] = useState<number>();
  const wanted = chosen ?? options.frameIndex;
  const index = wanted > 0 && wanted < frames.length ? wanted : 0;
  const frame = frames[index];
  if (!frame) return <EmptyState title="No data" />;

  const several = frames.length > 1;
  return (
    <div className={styles.panel} style={{ width, height }}>
      <FrameTable
        // Sorting, filters and widths belong to the columns of one frame.
        key={`${index} ${columnNames(frame)}`}
        {...props}
        frame={frame}
        height={several ? height - SELECTOR_HEIGHT : height}
      />
      {several && (
        <div className={styles.selector} style={{ height: SELECTOR_HEIGHT }}>
          <select
            aria-label="Result"
            value={index}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {frames.map((each, at) => (
              <option key={at} value={at}>
                {frameName(each, at)}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}

function columnNames({ fields }: Frame): string {
  return fields.map(({ name }) => name).join('\u0000');
}

function frameName(frame: Frame, index: number): string {
  return frameDisplayName(frame) || frame.refId || `Result ${index + 1}`;
}
