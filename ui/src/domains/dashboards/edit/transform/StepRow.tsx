import { useState, type ReactNode } from 'react';
import { ArrowDown, ArrowUp, Copy, Ellipsis, Filter, Trash2 } from 'lucide-react';
import type { MatcherConfig, Transformation } from '../../../../data';
import { Combobox, IconButton, Menu, NoticeBar, Switch } from '../../../../design';
import { transformName } from './catalogue';
import { fieldOptions } from './forms/choices';
import { optionsOf, summaryOf, withRenamedField } from './forms';
import { TransformForm } from './forms/TransformForm';
import { sizeOf, type PipelineStep } from './pipeline';
import { StepFilter } from './StepFilter';
import { milliseconds } from './words';
import styles from './Transform.module.css';

/** Faster steps do not show their time. */
const SLOW_MS = 50;

export interface StepRowProps {
  step: Transformation;
  index: number;
  count: number;
  /** The grip to drag the row by. */
  handle: ReactNode;
  result?: PipelineStep;
  isSelected: boolean;
  /** Whether the preview applies the step. */
  isPreviewed: boolean;
  onSelect: () => void;
  onMove: (to: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  onDisable: (isDisabled: boolean) => void;
  onFilter: (filter: MatcherConfig | undefined) => void;
  onOptions: (options: Record<string, unknown>) => void;
}

export function StepRow(props: StepRowProps): ReactNode {
  const { step, index, count, result, isSelected, onMove, onOptions } = props;
  const [isFiltering, setIsFiltering] = useState(false);
  const name = transformName(step.id);
  const isOff = step.disabled === true;
  const missing = isOff ? [] : (result?.missing ?? []);
  const state = isOff ? 'off' : result?.error ? 'error' : missing.length > 0 ? 'warn' : undefined;
  const options = optionsOf(step);
  const before = result?.before ?? [];
  return (
    <div
      className={styles.step}
      data-selected={isSelected || undefined}
      data-skipped={!props.isPreviewed || undefined}
    >
      <div className={styles.row}>
        <span className={styles.badge} data-state={state}>
          {index + 1}
        </span>
        {props.handle}
        <button
          type="button"
          data-step={index}
          className={styles.name}
          aria-expanded={isSelected}
          onClick={props.onSelect}
        >
          <strong data-off={isOff || undefined}>{name}</strong>
          <Summary step={step} result={result} missing={missing} />
        </button>
        <span className={styles.counts}>{isOff ? 'off' : result && sizeText(result)}</span>
        <Switch
          label={<span className="vd-sr">{name} is on</span>}
          checked={!isOff}
          onChange={(isOn) => props.onDisable(!isOn)}
        />
        <Menu
          label={`Actions for ${name}`}
          trigger={
            <IconButton icon={Ellipsis} size="sm" variant="ghost" label={`Actions for ${name}`} />
          }
          items={[
            { label: 'Duplicate', icon: Copy, onSelect: props.onDuplicate },
            {
              label: 'Move up',
              icon: ArrowUp,
              keys: 'alt+ArrowUp',
              disabled: index === 0,
              onSelect: () => onMove(index - 1),
            },
            {
              label: 'Move down',
              icon: ArrowDown,
              keys: 'alt+ArrowDown',
              disabled: index === count - 1,
              onSelect: () => onMove(index + 1),
            },
            {
              label: 'Filter frames',
              icon: Filter,
              onSelect: () => {
                props.onSelect();
                setIsFiltering(true);
              },
            },
            'separator',
            { label: 'Remove', icon: Trash2, danger: true, onSelect: props.onRemove },
          ]}
        />
      </div>
      {isSelected && (
        <div className={styles.form}>
          {result?.error !== undefined && <NoticeBar tone="crit">{result.error}</NoticeBar>}
          {missing.map((field) => (
            <NoticeBar
              key={field}
              tone="warn"
              actions={
                <Combobox
                  label={`Use instead of ${field}`}
                  placeholder="Use another field"
                  value={[]}
                  options={fieldOptions(before)}
                  onChange={([other]) =>
                    other && onOptions(withRenamedField(options, field, other))
                  }
                />
              }
            >
              There is no field "{field}" at this point.
            </NoticeBar>
          ))}
          {(isFiltering || step.filter) && (
            <StepFilter filter={step.filter} before={before} onChange={props.onFilter} />
          )}
          <TransformForm id={step.id} options={options} before={before} onChange={onOptions} />
        </div>
      )}
    </div>
  );
}

interface SummaryProps {
  step: Transformation;
  result?: PipelineStep;
  missing: readonly string[];
}

function Summary({ step, result, missing }: SummaryProps): ReactNode {
  if (result?.error !== undefined) return <span className={styles.problem}>failed</span>;
  if (missing.length > 0)
    return (
      <span className={styles.problem}>
        {missing.length === 1 ? '1 field is missing' : `${missing.length} fields are missing`}
      </span>
    );
  const filter = step.filter?.options ? 'filtered' : '';
  return (
    <span className={styles.summary}>{[summaryOf(step), filter].filter(Boolean).join(', ')}</span>
  );
}

/** Rows by fields; several frames are counted first. */
function sizeText({ after, time }: PipelineStep): string {
  const { frames, rows, fields } = sizeOf(after);
  const table = `${rows.toLocaleString('en')} × ${fields.toLocaleString('en')}`;
  return [frames > 1 && `${frames} frames`, table, time >= SLOW_MS && milliseconds(time)]
    .filter(Boolean)
    .join(' · ');
}
