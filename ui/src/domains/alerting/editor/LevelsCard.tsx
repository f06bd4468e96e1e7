/** Several severities in one rule, highest first, with fixed thresholds or one per series. */
import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, Card, Field, IconButton, Select, Switch } from '../../../design';
import type { Level, Thresholds } from '../model/body';
import { recordOf } from '../model/draft';
import { withLevels, withoutLevels } from '../model/edits';
import { EVALUATORS, isRange } from '../../../sdk/editor/expressions/expressions';
import { EvaluatorFields } from '../../../sdk/editor/expressions/EvaluatorFields';
import { PairList, pairsOf } from './PairList';
import type { LogicPart } from './part';
import { opposite } from '../../../sdk/editor/expressions/ThresholdFields';
import styles from './Editor.module.css';

const MOST = 10;

export function LevelsCard({ draft, problems, change }: LogicPart): ReactNode {
  const { thresholds } = draft;
  const toggle = (isOn: boolean) => change(isOn ? withLevels(draft) : withoutLevels(draft));
  return (
    <Card
      title="Severities"
      actions={
        <Switch label="Several severities" checked={thresholds !== undefined} onChange={toggle} />
      }
    >
      {thresholds ? (
        <Levels
          thresholds={thresholds}
          draft={draft}
          problems={problems.levels}
          onChange={(next) => change({ thresholds: next })}
        />
      ) : (
        <p className={styles.dim}>
          Off: the alert condition applies, and all alerts have the same labels.
        </p>
      )}
    </Card>
  );
}

interface LevelsProps {
  thresholds: Thresholds;
  draft: LogicPart['draft'];
  problems: readonly (string | undefined)[];
  onChange: (thresholds: Thresholds) => void;
}

function Levels({ thresholds, draft, problems, onChange }: LevelsProps): ReactNode {
  const { of, levels } = thresholds;
  const names = draft.data.map(({ refId }) => refId);
  const set = (next: Level[]) => onChange({ of, levels: next });
  const change = (at: number, patch: Partial<Level>) =>
    set(levels.map((level, index) => (index === at ? { ...level, ...patch } : level)));
  const move = (at: number, by: -1 | 1) => {
    const level = levels[at];
    if (level) set(withoutRecovery(levels.toSpliced(at, 1).toSpliced(at + by, 0, level)));
  };
  return (
    <div className={styles.rows}>
      <div className={styles.fields}>
        <Field
          label="Value"
          hint="Query or expression whose values are compared with the thresholds."
        >
          <Select
            value={of}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={(next) => onChange({ of: next, levels })}
          />
        </Field>
      </div>
      {levels.map((level, index) => (
        <div key={index} role="group" aria-label={`Severity ${index + 1}`} className={styles.row}>
          <header className={styles.rowHead}>
            <strong>{index === 0 ? 'Highest' : `Severity ${index + 1}`}</strong>
            <span className={styles.grow} />
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={`Move severity ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={`Move severity ${index + 1} down`}
              disabled={index === levels.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Remove severity ${index + 1}`}
              disabled={levels.length === 1}
              onClick={() => set(levels.toSpliced(index, 1))}
            />
          </header>
          <div className={styles.rowBody}>
            <LevelFields
              level={level}
              of={of}
              names={names}
              isLowest={index === levels.length - 1}
              onChange={(patch) => change(index, patch)}
            />
            {problems[index] && (
              <p className={styles.problem} role="alert">
                {problems[index]}
              </p>
            )}
          </div>
        </div>
      ))}
      <div className={styles.add}>
        <Button
          icon={Plus}
          disabled={levels.length >= MOST}
          onClick={() =>
            set(
              withoutRecovery([
                ...levels,
                {
                  labels: { severity: 'info' },
                  evaluator: levels.at(-1)?.evaluator ?? { type: 'gt', params: [0] },
                },
              ]),
            )
          }
        >
          Add severity
        </Button>
      </div>
    </div>
  );
}

/** The levels with a recovery threshold only at the lowest one. */
function withoutRecovery(levels: Level[]): Level[] {
  return levels.map(({ unloadEvaluator, ...level }, index) =>
    index === levels.length - 1 && unloadEvaluator ? { ...level, unloadEvaluator } : level,
  );
}

interface LevelFieldsProps {
  level: Level;
  of: string;
  names: readonly string[];
  isLowest: boolean;
  onChange: (patch: Partial<Level>) => void;
}

function LevelFields({ level, of, names, isLowest, onChange }: LevelFieldsProps): ReactNode {
  const { evaluator, labels, unloadEvaluator } = level;
  const others = names.filter((name) => name !== of);
  const setFrom = (from: string) =>
    onChange({
      evaluator: {
        type: isRange(evaluator.type) ? 'gt' : evaluator.type,
        params: from ? [] : [0],
        ...(from ? { from } : {}),
      },
      unloadEvaluator: undefined,
    });
  return (
    <>
      <div className={styles.fields}>
        {evaluator.from ? (
          <Field label="Fires when value">
            <Select
              value={evaluator.type}
              options={EVALUATORS.filter(({ value }) => !isRange(value))}
              onChange={(type) => onChange({ evaluator: { ...evaluator, type } })}
            />
          </Field>
        ) : (
          <EvaluatorFields
            evaluator={evaluator}
            onChange={(next) => onChange({ evaluator: next })}
          />
        )}
        <Field label="Threshold source">
          <Select
            value={evaluator.from ?? ''}
            options={[
              { value: '', label: 'Fixed value' },
              ...others.map((name) => ({
                value: name,
                label: `${name}: one threshold per series`,
              })),
            ]}
            onChange={setFrom}
          />
        </Field>
      </div>
      <PairList
        label="Severity labels"
        name="Label"
        pairs={pairsOf(labels)}
        onChange={(pairs) => onChange({ labels: recordOf(pairs) })}
        placeholder={['severity', 'critical']}
      />
      {isLowest && !evaluator.from && (
        <div className={styles.recovery}>
          <Switch
            label="Custom recovery threshold, to prevent flapping"
            checked={unloadEvaluator !== undefined}
            onChange={(isOn) =>
              onChange({ unloadEvaluator: isOn ? opposite(evaluator) : undefined })
            }
          />
          {unloadEvaluator && (
            <div className={styles.fields}>
              <EvaluatorFields
                label="Recovers when value"
                evaluator={unloadEvaluator}
                onChange={(next) => onChange({ unloadEvaluator: next })}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
}
