import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { formatted, formatValue, type ThresholdsConfig } from '../../../../../data';
import { Button, ColorField, IconButton, NumberField, Segmented } from '../../../../../design';
import { sortedNumbers, valueRange } from './numbers';
import { ThresholdBand } from './ThresholdBand';
import * as model from './thresholdRows';
import type { EditorProps } from './types';
import styles from './Thresholds.module.css';

const EMPTY: ThresholdsConfig = { mode: 'absolute', steps: [{ color: 'green', value: null }] };
const PERCENT = { min: 0, max: 100 };

/** Limits with a colour each, set on the distribution of the panel's values. */
export function ThresholdsEditor(props: EditorProps<ThresholdsConfig | undefined>): ReactNode {
  const { id, label, value = EMPTY, onChange, onDone, context } = props;
  const { unit, decimals, min, max } = context.fieldConfig.defaults;
  const [kept, setKept] = useState<model.ThresholdRow[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const numbers = useMemo(() => sortedNumbers(context.frames), [context.frames]);
  const isPercentage = value.mode === 'percentage';
  const range = valueRange({ min, max }, numbers);

  // Rows keep their places and ids while they stand for the stored steps.
  const rows = kept.length > 0 && model.areSame(kept, value) ? kept : model.rowsOf(value, kept);
  const run = (next: model.ThresholdRow[]) => {
    setKept(next);
    onChange({ ...value, steps: model.stepsOf(next) });
  };
  const change = (row: model.ThresholdRow, part: Partial<model.ThresholdRow['step']>) =>
    run(rows.map((one) => (one === row ? { ...one, step: { ...one.step, ...part } } : one)));
  const done = () => {
    setKept(model.inOrder(rows));
    onDone?.();
  };

  const plain = (limit: number) => formatted(formatValue(limit, unit, decimals));
  const format = (limit: number) => (isPercentage ? `${Number(limit.toFixed(1))} %` : plain(limit));
  const values = useMemo(
    () =>
      isPercentage && range ? numbers.map((number) => model.toPercent(number, range)) : numbers,
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what the range holds
    [numbers, isPercentage, range?.min, range?.max],
  );
  const shares = model.sharesOf(rows, values, (limit) => limit);
  const limits = rows.flatMap(({ step, isBase }) =>
    isBase || step.value === null ? [] : [step.value],
  );
  const scale = isPercentage ? PERCENT : scaleOf(limits, values);
  const other = isPercentage ? 'absolute' : 'percentage';
  const preview = range && limits.length > 0 && model.converted(value, other, range);

  /** Once the row is drawn. */
  const focusRow = (rowId: string | undefined) =>
    queueMicrotask(() => {
      const row = list.current?.querySelector(`[data-row="${rowId}"]`);
      (row?.querySelector('input') ?? row?.querySelector('button'))?.focus();
    });
  const add = () => {
    const row = {
      id: model.freeId(new Set(rows.map((one) => one.id))),
      step: model.nextStep(rows, scale),
      isBase: false,
    };
    run(model.inOrder([...rows, row]));
    onDone?.();
    focusRow(row.id);
  };
  const remove = (row: model.ThresholdRow) => {
    const at = rows.indexOf(row);
    const next = rows[at + 1] ?? rows[at - 1];
    run(rows.filter((one) => one !== row));
    onDone?.();
    focusRow(next?.id);
  };

  return (
    <div id={id} ref={list} role="group" aria-label={label} className={styles.editor}>
      {scale && numbers.length > 0 && (
        <ThresholdBand
          label={label}
          rows={rows}
          values={values}
          scale={scale}
          format={format}
          onMove={(rowId, limit) => {
            const row = rows.find((one) => one.id === rowId);
            if (row) change(row, { value: limit });
          }}
          onDone={done}
        />
      )}
      {rows.map((row) => {
        const share = shares?.get(row.id);
        const name = row.isBase ? 'Base' : `Threshold ${row.step.value ?? ''}`;
        return (
          <div key={row.id} data-row={row.id} className={styles.row}>
            <ColorField
              compact
              label={`${name}: color`}
              value={row.step.color}
              onChange={(color) => change(row, { color })}
              onDone={onDone}
            />
            {row.isBase ? (
              <span className={styles.base}>Base</span>
            ) : (
              <>
                <span className={styles.sign} aria-hidden>
                  ≥
                </span>
                <NumberField
                  size="sm"
                  label={`${name}: from`}
                  value={row.step.value}
                  unit={isPercentage ? 'percent' : unit}
                  suffix={isPercentage ? '%' : undefined}
                  onChange={(limit) => limit !== null && change(row, { value: limit })}
                  onDone={done}
                />
              </>
            )}
            <span className={styles.share}>
              {share !== undefined && model.percentText(share)}
              {share !== undefined && <span className="vd-sr"> of the points</span>}
            </span>
            {row.isBase ? (
              <span />
            ) : (
              <IconButton
                size="sm"
                icon={Trash2}
                label={`Remove ${name.toLowerCase()}`}
                onClick={() => remove(row)}
              />
            )}
          </div>
        );
      })}
      <div className={styles.foot}>
        <Button size="sm" icon={Plus} onClick={add}>
          Threshold
        </Button>
        <Segmented
          size="sm"
          label={`${label}: mode`}
          value={value.mode ?? 'absolute'}
          options={[
            { value: 'absolute', label: 'Absolute' },
            { value: 'percentage', label: 'Percentage' },
          ]}
          onChange={(mode) => {
            onChange(range ? model.converted(value, mode, range) : { ...value, mode });
            onDone?.();
          }}
        />
      </div>
      {preview && range && (
        <p className={styles.hint}>
          {isPercentage ? 'As absolute values' : 'As percentages'} of {plain(range.min)} to{' '}
          {plain(range.max)}:{' '}
          {model
            .sortedSteps(preview.steps)
            .slice(1)
            .map(({ value: limit }) =>
              isPercentage ? plain(limit ?? 0) : `${Number((limit ?? 0).toFixed(1))} %`,
            )
            .join(', ')}
        </p>
      )}
    </div>
  );
}

/** All values and limits, with a little room above limits outside the data. */
function scaleOf(limits: readonly number[], sorted: Float64Array): model.Scale | undefined {
  const low = Math.min(...limits, sorted[0] ?? Infinity);
  const high = Math.max(...limits, sorted.at(-1) ?? -Infinity);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return undefined;
  return high > low ? { min: low, max: high } : { min: low - 1, max: high + 1 };
}
