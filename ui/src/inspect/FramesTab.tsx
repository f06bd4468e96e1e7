import { useEffect, useState, type ReactNode } from 'react';
import { Download } from 'lucide-react';
import { formatTime, type Field, type Frame } from '../data';
import { Button, EmptyState, Select, Switch } from '../design';
import { downloadCsv, joinFrames } from './download';
import styles from './Inspect.module.css';

/** Rows drawn; the file holds all of them. */
const SHOWN = 500;
const JOINED = 'joined';

export interface FramesTabProps {
  title: string;
  /** With their field configuration. */
  frames: readonly Frame[];
  timeZone: string;
  /** More choices at the top. */
  choices?: ReactNode;
}

export function FramesTab({ title, frames, timeZone, choices }: FramesTabProps): ReactNode {
  const [formatted, setFormatted] = useState(true);
  const [excelHeader, setExcelHeader] = useState(false);
  const [chosen, setChosen] = useState(JOINED);
  const joined = useJoined(frames);
  const frame = chosen === JOINED ? joined : frames[Number(chosen)];
  const options = [
    { value: JOINED, label: 'All series, joined by time' },
    ...frames.map((one, index) => ({ value: String(index), label: nameOf(one, index) })),
  ];

  if (frames.every((one) => one.length === 0))
    return <EmptyState title="No data">The query returned no rows.</EmptyState>;
  return (
    <div className={styles.stack}>
      <div className={styles.options}>
        {frames.length > 1 && (
          <Select label="Data" size="sm" value={chosen} options={options} onChange={setChosen} />
        )}
        {choices}
        <Switch label="Formatted" checked={formatted} onChange={setFormatted} />
        <Switch label="Excel header" checked={excelHeader} onChange={setExcelHeader} />
        <span className={styles.grow} />
        <Button
          icon={Download}
          variant="primary"
          onClick={() =>
            void downloadCsv(title, chosen === JOINED ? frames : frame ? [frame] : [], {
              formatted,
              excelHeader,
            })
          }
        >
          Download CSV
        </Button>
      </div>
      {frame && <FrameTable frame={frame} formatted={formatted} timeZone={timeZone} />}
    </div>
  );
}

function useJoined(frames: readonly Frame[]): Frame | undefined {
  const [joined, setJoined] = useState<Frame>();
  useEffect(() => {
    let active = true;
    void joinFrames(frames).then((frame) => active && setJoined(frame));
    return () => {
      active = false;
    };
  }, [frames]);
  return joined;
}

function nameOf(frame: Frame, index: number): string {
  const value = frame.fields.find((field) => field.type !== 'time');
  return frame.name || value?.displayName || `${frame.refId ?? 'Frame'} ${index + 1}`;
}

interface FrameTableProps {
  frame: Frame;
  formatted: boolean;
  timeZone: string;
}

function FrameTable({ frame, formatted, timeZone }: FrameTableProps): ReactNode {
  const rows = Math.min(frame.length, SHOWN);
  return (
    <>
      <div className={styles.table} tabIndex={0} role="region" aria-label="Data">
        <table>
          <thead>
            <tr>
              {frame.fields.map((field, index) => (
                <th
                  key={index}
                  scope="col"
                  className={field.type === 'number' ? styles.number : undefined}
                >
                  {field.displayName ?? field.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                {frame.fields.map((field, index) => (
                  <td key={index} className={field.type === 'number' ? styles.number : undefined}>
                    {cellText(field, row, formatted, timeZone)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.hint}>
        {frame.length.toLocaleString()} rows, {frame.fields.length} columns.
        {frame.length > SHOWN && ` The first ${SHOWN} are shown. The CSV file contains all rows.`}
      </p>
    </>
  );
}

function cellText(field: Field, row: number, formatted: boolean, timeZone: string): string {
  const value = field.values[row];
  if (value === null || value === undefined) return '';
  if (field.type === 'time') return formatTime(Number(value), formatted ? 'full' : 'iso', timeZone);
  if (formatted && field.display) {
    const shown = field.display(value);
    return `${shown.prefix ?? ''}${shown.text}${shown.suffix ?? ''}`;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
