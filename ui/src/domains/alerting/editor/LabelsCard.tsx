/** The labels and annotations of a rule. */
import type { ReactNode } from 'react';
import { Card, Field, Fields, Input, TextArea } from '../../../design';
import type { EditorPart } from './part';
import { PairList } from './PairList';
import { PanelLink } from './PanelLink';
import styles from './Editor.module.css';

const TEMPLATES =
  'Supports templates, for example {{ $labels.instance }} or {{ $values.B.Value }}.';

export function LabelsCard(props: EditorPart): ReactNode {
  const { draft, problems, change } = props;
  return (
    <>
      <Card title="Labels" subtitle="used to route, group and silence alerts">
        <PairList
          label="Labels"
          name="Label"
          pairs={draft.labels}
          problems={problems.labels}
          placeholder={['team', 'payments']}
          onChange={(labels) => change({ labels })}
        />
      </Card>
      {draft.kind === 'alerting' && (
        <Card title="Annotations" subtitle="shown in notifications">
          <Fields>
            <Field label="Summary" optional hint={TEMPLATES}>
              <Input
                value={draft.summary}
                placeholder="{{ $labels.instance }} is nearly full"
                onChange={(summary) => change({ summary })}
              />
            </Field>
            <Field label="Description" optional>
              <TextArea
                rows={3}
                value={draft.description}
                onChange={(description) => change({ description })}
              />
            </Field>
            <Field
              label="Runbook"
              optional
              error={problems.runbook}
              hint="Link to instructions for this alert, shown in notifications and on the rule page."
            >
              <Input
                type="url"
                value={draft.runbook}
                placeholder="https://"
                onChange={(runbook) => change({ runbook })}
              />
            </Field>
            <PanelLink {...props} />
            <div>
              <p className={styles.label}>Other annotations</p>
              <PairList
                label="Other annotations"
                name="Annotation"
                pairs={draft.annotations}
                problems={problems.annotations}
                onChange={(annotations) => change({ annotations })}
              />
            </div>
          </Fields>
        </Card>
      )}
    </>
  );
}
