/** The routing of a rule's notifications: by policies, or directly to a contact point. */
import type { ReactNode } from 'react';
import { Card, Combobox, Field, Fields, Input, Select } from '../../../design';
import { useContactPointNames, useMuteTimingNames } from '../api';
import type { Notification } from '../model/draft';
import type { EditorPart } from './part';
import { PolicyPreview } from './PolicyPreview';
import styles from './Editor.module.css';

const WAYS = [
  { value: 'policies', label: 'Notification policies' },
  { value: 'direct', label: 'Contact point' },
] as const;

export function NotificationsCard(props: EditorPart): ReactNode {
  const { draft, change } = props;
  const { notification } = draft;
  const set = (patch: Partial<Notification>) =>
    change({ notification: { ...notification, ...patch } });
  return (
    <Card title="Notifications">
      <Fields>
        <Field label="Routing">
          <Select value={notification.way} options={WAYS} onChange={(way) => set({ way })} />
        </Field>
        {notification.way === 'policies' ? (
          <PolicyPreview draft={draft} />
        ) : (
          <DirectRouting {...props} notification={notification} set={set} />
        )}
      </Fields>
    </Card>
  );
}

const GROUPABLE = ['alertname', 'grafana_folder', '...'];

function DirectRouting({
  problems,
  draft,
  notification,
  set,
}: EditorPart & {
  notification: Notification;
  set: (patch: Partial<Notification>) => void;
}): ReactNode {
  const contacts = useContactPointNames();
  const timings = useMuteTimingNames();
  const names =
    contacts.names.includes(notification.receiver) || !notification.receiver
      ? contacts.names
      : [notification.receiver, ...contacts.names];
  const groupable = [
    ...new Set([
      ...GROUPABLE,
      ...draft.labels.map(({ name }) => name).filter(Boolean),
      ...notification.groupBy,
    ]),
  ];
  return (
    <>
      <Field label="Contact point" error={problems.receiver ?? contacts.error?.message}>
        <Combobox
          label="Contact point"
          loading={contacts.isPending}
          options={names.map((name) => ({ value: name, label: name }))}
          value={notification.receiver ? [notification.receiver] : []}
          placeholder="Select a contact point"
          onChange={([receiver = '']) => set({ receiver })}
        />
      </Field>
      <details
        className={styles.details}
        open={Boolean(problems.groupBy ?? problems.timings) || undefined}
      >
        <summary>Grouping and timing options</summary>
        <Fields columns={2}>
          <Field
            label="Group by"
            optional
            error={problems.groupBy}
            hint="Labels whose values combine alerts into one notification. Default: rule and folder."
          >
            <Combobox
              label="Group by"
              multi
              allowCustom
              options={groupable.map((name) => ({
                value: name,
                label: name,
                ...(name === '...' ? { description: 'each alert separately' } : {}),
              }))}
              value={notification.groupBy}
              placeholder="As set in the policies"
              onChange={(groupBy) => set({ groupBy })}
            />
          </Field>
          <Field
            label="Mute timings"
            optional
            hint="Mute notifications only during these intervals, for example nights or weekends."
          >
            <Combobox
              label="Mute timings"
              multi
              options={timings.map((name) => ({ value: name, label: name }))}
              value={notification.muteTimings}
              placeholder="None"
              onChange={(muteTimings) => set({ muteTimings })}
            />
          </Field>
          <Field
            label="Group wait"
            optional
            error={problems.timings}
            hint="Wait before the first notification of a group. Default: 30s."
          >
            <Input
              mono
              value={notification.groupWait}
              placeholder="30s"
              onChange={(groupWait) => set({ groupWait })}
            />
          </Field>
          <Field
            label="Group interval"
            optional
            hint="Minimum time between notifications when a group changes. Default: 5m."
          >
            <Input
              mono
              value={notification.groupInterval}
              placeholder="5m"
              onChange={(groupInterval) => set({ groupInterval })}
            />
          </Field>
          <Field
            label="Repeat interval"
            optional
            hint="Time between repeated notifications while a group is unchanged. Default: 4h."
          >
            <Input
              mono
              value={notification.repeatInterval}
              placeholder="4h"
              onChange={(repeatInterval) => set({ repeatInterval })}
            />
          </Field>
        </Fields>
      </details>
    </>
  );
}
