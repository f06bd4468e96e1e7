import { useState, type ReactNode } from 'react';
import { describeRange } from '../../../../data';
import { Dialog, Field, Fields, Switch } from '../../../../design';
import { withTimeRange, withVariableValues } from '../../model/storedEdits';
import { useDashboard, useDashboardTime } from '../../session/context';
import styles from './Settings.module.css';
import { SaveFooter } from './SaveFooter';
import { useSave } from './useSave';

/** What a look at a dashboard can leave behind: its time range and the values of its variables. */
export function SaveDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { stored, variables } = useDashboard();
  const { range, refreshInterval } = useDashboardTime();
  const [withTime, setWithTime] = useState(false);
  const [withValues, setWithValues] = useState(false);
  const saving = useSave(onClose);
  const timed = withTime
    ? withTimeRange(stored.dashboard, range, refreshInterval)
    : stored.dashboard;
  const model = withValues ? withVariableValues(timed, variables.states()) : timed;
  return (
    <Dialog
      title="Save dashboard"
      description="Choose which current values to save with the dashboard. To change panels, edit the JSON in the settings."
      onClose={onClose}
      footer={
        <SaveFooter
          saving={saving}
          model={model}
          isChanged={withTime || withValues}
          onClose={onClose}
        />
      }
    >
      <div className={styles.spaced}>
        <Fields>
          <Field
            label="Current time range and refresh"
            hint={`Open the dashboard with “${describeRange(range.raw)}” and refresh ${refreshInterval || 'off'}.`}
          >
            <Switch checked={withTime} onChange={setWithTime} />
          </Field>
          {variables.states().size > 0 && (
            <Field
              label="Current variable values"
              hint="Open the dashboard with the selected values."
            >
              <Switch checked={withValues} onChange={setWithValues} />
            </Field>
          )}
        </Fields>
      </div>
    </Dialog>
  );
}
