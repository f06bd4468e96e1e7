/** What of the view can be saved with the dashboard: its time range and the values of variables. */
import type { ReactNode } from 'react';
import { describeRange, type DashboardModel } from '../../../../data';
import { Checkbox } from '../../../../design';
import { withTimeRange, withVariableValues } from '../../model/storedEdits';
import { useDashboard, useDashboardTime } from '../../session/context';
import { valueWords } from '../model/values';
import styles from './Save.module.css';

export interface AlsoSaved {
  time: boolean;
  values: boolean;
}

/** The model with what was chosen; for reading when the save is sent. */
export function useAlso(chosen: AlsoSaved): (model: DashboardModel) => DashboardModel {
  const { variables } = useDashboard();
  const { range, refreshInterval } = useDashboardTime();
  return (model) => {
    const timed = chosen.time ? withTimeRange(model, range, refreshInterval) : model;
    return (
      chosen.values ? withVariableValues(timed, variables.states()) : timed
    ) as DashboardModel;
  };
}

export function AlsoSave({
  saved,
  chosen,
  onChange,
}: {
  saved: DashboardModel;
  chosen: AlsoSaved;
  onChange: (chosen: AlsoSaved) => void;
}): ReactNode {
  const { variables } = useDashboard();
  const { range, refreshInterval } = useDashboardTime();
  const states = [...variables.states()];
  const current = states.map(([name, { selected }]) => `${name} ${selected.join(', ')}`);
  const before = saved.templating.list.map(
    ({ name, current: value }) => `${name} ${valueWords(value?.text ?? 'not set')}`,
  );
  return (
    <fieldset className={styles.also}>
      <legend>Also save from this view</legend>
      <Checkbox
        checked={chosen.time}
        onChange={(time) => onChange({ ...chosen, time })}
        label="Time range and refresh"
      />
      <p className={styles.hint}>
        Now {describeRange(range.raw)}, {refreshInterval || 'off'}. Saved:{' '}
        {saved.time ? describeRange(saved.time) : 'not set'}, {saved.refresh || 'off'}.
      </p>
      {states.length > 0 && (
        <>
          <Checkbox
            checked={chosen.values}
            onChange={(values) => onChange({ ...chosen, values })}
            label="Variable values"
          />
          <p className={styles.hint}>
            Now {current.join('; ')}. Saved: {before.join('; ')}.
          </p>
        </>
      )}
    </fieldset>
  );
}
