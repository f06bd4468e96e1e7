/** What the dashboard is called, where it is, and how it shows time. */
import { useMemo, useState, type ReactNode } from 'react';
import { parseDuration } from '../../../../data';
import {
  Combobox,
  Field,
  Fields,
  FieldSet,
  Input,
  Select,
  Switch,
  TextArea,
} from '../../../../design';
import { INTERVALS } from '../../../../timepicker/RefreshControl';
import { zoneOptions } from '../../../../timepicker/ZonePicker';
import { useTags } from '../../api';
import { setSetting, type SettingPath } from '../draft/commands/settings';
import { useDraftModel, useDraftStore } from '../draft/context';
import { CrosshairChoice } from './CrosshairChoice';
import { FolderField } from './FolderField';
import styles from './General.module.css';

const WEEK_STARTS = [
  { value: '', label: 'Default' },
  { value: 'monday', label: 'Monday' },
  { value: 'sunday', label: 'Sunday' },
  { value: 'saturday', label: 'Saturday' },
];

type SetValue = (path: SettingPath, value: unknown, standard?: unknown) => void;

export function General(): ReactNode {
  const store = useDraftStore();
  const model = useDraftModel();
  const tags = useTags();
  const set: SetValue = (path, value, standard) =>
    store.run(setSetting(store.get(), path, value, standard));
  const choose: SetValue = (...setting) => {
    set(...setting);
    store.closeStep();
  };
  const zones = useMemo(() => [{ value: '', label: 'Default' }, ...zoneOptions()], []);
  const { timepicker } = model;
  const weekStart = model.weekStart ?? '';
  return (
    <div className={styles.page}>
      <FieldSet legend="General">
        <Field label="Title" error={model.title ? null : 'A dashboard needs a title to be saved.'}>
          <Input
            value={model.title ?? ''}
            maxLength={189}
            onChange={(value) => set(['title'], value)}
          />
        </Field>
        <Field label="Description" optional>
          <TextArea
            rows={3}
            value={model.description ?? ''}
            onChange={(value) => set(['description'], value, '')}
          />
        </Field>
        <Field label="Tags" hint="Dashboards are found and linked by their tags.">
          <Combobox
            label="Tags"
            multi
            allowCustom
            placeholder="No tags"
            loading={tags.isFetching}
            options={tagOptions(tags.data ?? [], model.tags)}
            value={model.tags}
            onChange={(value) => choose(['tags'], value)}
          />
        </Field>
        <FolderField />
        <Field
          label="Editable"
          hint="Without it, Grafana shows the dashboard as read-only. Permissions stay as they are."
        >
          <Switch
            checked={model.editable !== false}
            onChange={(value) => choose(['editable'], value, true)}
          />
        </Field>
      </FieldSet>
      <FieldSet legend="Time">
        <Fields columns={2}>
          <Field label="Time zone">
            <Combobox
              label="Time zone"
              options={zones}
              value={[model.timezone ?? '']}
              onChange={([zone = '']) => choose(['timezone'], zone, '')}
            />
          </Field>
          <Field label="Week starts on">
            <Select
              value={weekStart}
              options={
                WEEK_STARTS.some(({ value }) => value === weekStart)
                  ? WEEK_STARTS
                  : [...WEEK_STARTS, { value: weekStart, label: weekStart }]
              }
              onChange={(value) => choose(['weekStart'], value, '')}
            />
          </Field>
          <RefreshField
            value={timepicker.refresh_intervals}
            onChange={(value) => set(['timepicker', 'refresh_intervals'], value)}
          />
          <DelayField
            value={timepicker.nowDelay ?? ''}
            onChange={(value) => set(['timepicker', 'nowDelay'], value, '')}
          />
        </Fields>
        <Field label="Hide the time picker">
          <Switch
            checked={timepicker.hidden === true}
            onChange={(value) => choose(['timepicker', 'hidden'], value, false)}
          />
        </Field>
      </FieldSet>
      <FieldSet legend="Crosshair" hint="What other panels show while the pointer is on a graph.">
        <CrosshairChoice
          value={model.graphTooltip ?? 0}
          onChange={(value) => choose(['graphTooltip'], value, 0)}
        />
      </FieldSet>
    </div>
  );
}

function tagOptions(known: readonly { term: string; count: number }[], own: readonly string[]) {
  const terms = new Set(known.map(({ term }) => term));
  return [
    ...own.filter((tag) => !terms.has(tag)).map((tag) => ({ value: tag, label: tag })),
    ...known.map(({ term, count }) => ({ value: term, label: term, description: String(count) })),
  ];
}

interface DurationProps<T> {
  value: T;
  onChange: (value: T) => void;
}

const isDuration = (text: string) => parseDuration(text) > 0;

/** Its own text while it is typed; only what is valid goes into the draft. */
function useTyped(value: string): [text: string, type: (text: string, stored: string) => void] {
  const [typed, setTyped] = useState<{ text: string; stored: string }>();
  return [
    typed?.stored === value ? typed.text : value,
    (text, stored) => setTyped({ text, stored }),
  ];
}

function RefreshField({ value, onChange }: DurationProps<string[] | undefined>): ReactNode {
  const stored = (value ?? []).join(', ');
  const [text, type] = useTyped(stored);
  const items = listOf(text);
  const wrong = items.find((item) => item !== 'auto' && !isDuration(item));
  return (
    <Field
      label="Refresh intervals"
      hint={`Separated by commas. Empty for ${INTERVALS.join(', ')}.`}
      error={wrong === undefined ? null : `“${wrong}” is not a duration such as 30s or 5m.`}
    >
      <Input
        value={text}
        onChange={(next) => {
          const list = listOf(next);
          const isValid = list.every((item) => item === 'auto' || isDuration(item));
          type(next, isValid ? list.join(', ') : stored);
          if (isValid) onChange(list.length > 0 ? list : undefined);
        }}
      />
    </Field>
  );
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

function DelayField({ value, onChange }: DurationProps<string>): ReactNode {
  const [text, type] = useTyped(value);
  const isValid = (each: string) => each === '' || isDuration(each);
  return (
    <Field
      label="Delay of now"
      hint="Ends time ranges earlier, for data that arrives late. Such as 1m."
      error={isValid(text.trim()) ? null : `“${text}” is not a duration such as 30s or 5m.`}
    >
      <Input
        value={text}
        onChange={(next) => {
          const delay = next.trim();
          type(next, isValid(delay) ? delay : value);
          if (isValid(delay)) onChange(delay);
        }}
      />
    </Field>
  );
}
