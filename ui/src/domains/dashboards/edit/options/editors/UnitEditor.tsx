import { lazy, Suspense, type ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button, Popover, Spinner } from '../../../../../design';
import { currentValue } from './numbers';
import { rememberUnit, unitName } from './unitRows';
import type { EditorProps } from './types';
import styles from './Unit.module.css';

const UnitList = lazy(() => import('./UnitList').then((m) => ({ default: m.UnitList })));

/** A unit of the catalogue or one written by hand. */
export function UnitEditor(props: EditorProps<string | undefined>): ReactNode {
  const { id, label, value = '', onChange, onDone, context } = props;
  const name = value === '' ? 'Default' : unitName(value);
  return (
    <Popover
      label={`${label}: units`}
      matchWidth
      trigger={
        <Button id={id} className={styles.trigger} aria-label={`${label}: ${name}`}>
          <span className={styles.name}>{name}</span>
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      {(close, typed) => (
        <Suspense fallback={<Spinner size={14} />}>
          <UnitList
            label={label}
            value={value}
            typed={typed}
            current={currentValue(context.frames)}
            decimals={context.fieldConfig.defaults.decimals}
            onChoose={(unit) => {
              if (unit !== '') rememberUnit(unit);
              onChange(unit === '' ? undefined : unit);
              onDone?.();
              close();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
