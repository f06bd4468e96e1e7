/** Values that several panels share; a change applies to all of them. */
import { useMemo, type ReactNode } from 'react';
import type { PanelModel } from '../../../../data';
import { unitCatalogue } from '../../../../data/format/catalogue';
import { Button, Combobox, Field, Input } from '../../../../design';
import { Select } from '../../../../design/components/Input';
import { Segmented } from '../../../../design/components/Segmented';
import { useDashboard } from '../../session/context';
import { setDataSource, setInPanels } from '../draft/commands/layout';
import { useDraftStore } from '../draft/context';
import { valueAt, type Path } from '../model/withValue';
import { PlaceFields } from './PlaceFields';
import { Heading, PanelButtons } from './Properties';
import { typeName } from './places';
import type { AreaActions } from './useAreaActions';
import styles from './Pane.module.css';

const UNIT: Path = ['fieldConfig', 'defaults', 'unit'];
const MIXED = '\u0000mixed';

export interface SeveralPanelsProps {
  panels: readonly PanelModel[];
  actions: AreaActions;
}

export function SeveralPanels({ panels, actions }: SeveralPanelsProps): ReactNode {
  const store = useDraftStore();
  const { sources } = useDashboard();
  const ids = panels.map(({ id }) => id);
  const types = [...new Set(panels.map(({ type }) => typeName(type)))];
  const units = useMemo(
    () =>
      unitCatalogue().flatMap(({ units: list, name }) =>
        list.map(({ id, name: label }) => ({ value: id, label, description: name })),
      ),
    [],
  );
  const set = (path: Path, value: unknown, standard: unknown) => {
    const { model, base } = store.get();
    store.run(setInPanels(model, ids, path, value, { value: standard, saved: base.model }));
  };
  const unit = sharedValue(panels, UNIT);
  const source = sharedValue(panels, ['datasource', 'uid']);
  const timeFrom = sharedValue(panels, ['timeFrom']);
  const transparent = sharedValue(
    panels.map((panel) => ({ on: panel.transparent ?? false })),
    ['on'],
  );
  return (
    <>
      <Heading
        title={`${panels.length} panels`}
        sub={`${types.join(', ')} · changes apply to all`}
      />
      <PlaceFields ids={ids} valuesOf={actions.valuesOf} />
      <section className={styles.buttons}>
        <Button onClick={() => actions.align(ids, 'distribute')}>Distribute</Button>
        <Button onClick={() => actions.align(ids, 'size')}>Same size</Button>
      </section>
      <section className={styles.section}>
        <Field label="Data source">
          <Select
            value={source === MIXED ? MIXED : String(source ?? '')}
            options={[
              ...(source === MIXED ? [{ value: MIXED, label: 'Mixed', disabled: true }] : []),
              ...(source === undefined ? [{ value: '', label: 'Default', disabled: true }] : []),
              ...unlisted(source, sources.list),
              ...sources.list.map(({ uid, name }) => ({ value: uid, label: name })),
            ]}
            onChange={(uid) => {
              const chosen = sources.list.find((one) => one.uid === uid);
              if (!chosen) return;
              store.run(setDataSource(store.get().model, ids, { type: chosen.type, uid }));
              store.closeStep();
            }}
          />
        </Field>
        <Field label="Time override" hint="For example 1h. Leave empty for the dashboard's range.">
          <Input
            value={timeFrom === MIXED ? '' : String(timeFrom ?? '')}
            placeholder={timeFrom === MIXED ? 'Mixed' : undefined}
            onChange={(value) => set(['timeFrom'], value || undefined, undefined)}
          />
        </Field>
      </section>
      <section className={styles.section}>
        <h3>Shared options</h3>
        <Field label="Unit">
          <Combobox
            label="Unit"
            value={unit === MIXED || unit === undefined ? [] : [String(unit)]}
            placeholder={unit === MIXED ? 'Mixed' : 'Automatic'}
            options={units}
            onChange={([id]) => {
              set(UNIT, id, undefined);
              store.closeStep();
            }}
          />
        </Field>
        <Segmented
          fill
          label="Background"
          value={transparent === MIXED ? undefined : String(transparent)}
          options={[
            { value: 'false', label: 'Filled' },
            { value: 'true', label: 'Transparent' },
          ]}
          onChange={(value) => set(['transparent'], value === 'true', false)}
        />
      </section>
      <PanelButtons ids={ids} actions={actions} />
    </>
  );
}

function sharedValue(panels: readonly object[], path: Path): unknown {
  const [first, ...rest] = panels.map((panel) => valueAt(panel, path) ?? undefined);
  return rest.every((value) => value === first) ? first : MIXED;
}

/** A variable or a removed source stays visible as what is stored. */
function unlisted(source: unknown, list: readonly { uid: string }[]) {
  if (typeof source !== 'string' || source === MIXED) return [];
  return list.some(({ uid }) => uid === source) ? [] : [{ value: source, label: source }];
}
