/** What the selection is, and its values: the dashboard, a panel, several panels or a row. */
import { lazy, Suspense, useId, type ReactNode } from 'react';
import { Copy, CopyPlus, Pencil, Rows3, Trash2 } from 'lucide-react';
import type { PanelModel } from '../../../../data';
import { Button, Field, Input, Menu, Switch, TextArea } from '../../../../design';
import { Segmented } from '../../../../design/components/Segmented';
import { Select } from '../../../../design/components/Input';
import { useDraft, useDraftModel, useDraftStore } from '../draft/context';
import { setInPanels, setRepeat, setRowCollapsed } from '../draft/commands/layout';
import { findPanel } from '../model/panels';
import { withValue } from '../model/withValue';
import { PlaceFields } from './PlaceFields';
import { panelCount, typeName } from './places';
import type { AreaActions } from './useAreaActions';
import styles from './Pane.module.css';

const SeveralPanels = lazy(() =>
  import('./SeveralPanels').then((m) => ({ default: m.SeveralPanels })),
);

export interface PropertiesProps {
  ids: readonly number[];
  actions: AreaActions;
}

export function PropertiesPane({ ids, actions }: PropertiesProps): ReactNode {
  const model = useDraftModel();
  const panels = ids.flatMap((id) => findPanel(model, id) ?? []);
  const [only] = panels;
  if (!only) return <DashboardProperties />;
  if (panels.length > 1)
    return (
      <Suspense>
        <SeveralPanels panels={panels} actions={actions} />
      </Suspense>
    );
  return only.type === 'row' ? (
    <RowProperties key={only.id} row={only} actions={actions} />
  ) : (
    <PanelProperties key={only.id} panel={only} actions={actions} />
  );
}

function DashboardProperties(): ReactNode {
  const store = useDraftStore();
  const title = useDraft(({ model }) => model.title);
  const description = useDraft(({ model }) => model.description);
  const set = (path: 'title' | 'description', value: string) => {
    const { base } = store.get();
    const isAbsent = value === '' && path === 'description' && base.model[path] === undefined;
    store.run({
      label: { verb: 'set', subject: 'dashboard', path, from: store.get().model[path], to: value },
      merge: `dashboard ${path}`,
      focus: { panels: [] },
      change: (model) => withValue(model, [path], isAbsent ? undefined : value),
    });
  };
  return (
    <>
      <Heading title="Dashboard" sub="Select a panel or row to see its properties" />
      <section className={styles.section}>
        <Field label="Title">
          <Input value={title ?? ''} onChange={(value) => set('title', value)} />
        </Field>
        <Field label="Description">
          <TextArea
            rows={3}
            value={description ?? ''}
            onChange={(value) => set('description', value)}
          />
        </Field>
      </section>
    </>
  );
}

function PanelProperties({
  panel,
  actions,
}: {
  panel: PanelModel;
  actions: AreaActions;
}): ReactNode {
  const store = useDraftStore();
  const { id } = panel;
  const set = (path: string, value: unknown, standard: unknown) => {
    const { model, base } = store.get();
    store.run(setInPanels(model, [id], [path], value, { value: standard, saved: base.model }));
  };
  return (
    <>
      <Heading title={panel.title || `Panel ${id}`} sub={typeName(panel.type)} />
      <div className={styles.section}>
        <Button icon={Pencil} className={styles.wide} onClick={() => actions.editPanel(id)}>
          Edit panel
        </Button>
      </div>
      <section className={styles.section}>
        <Field label="Title">
          <Input
            data-panel-title
            value={panel.title ?? ''}
            onChange={(value) => set('title', value, '')}
          />
        </Field>
        <Field label="Description">
          <TextArea
            rows={2}
            value={panel.description ?? ''}
            onChange={(value) => set('description', value, '')}
          />
        </Field>
      </section>
      <PlaceFields ids={[id]} valuesOf={actions.valuesOf} />
      <section className={styles.section}>
        <RepeatField id={id} repeat={panel.repeat} />
        {panel.repeat && (
          <Segmented
            fill
            label="Direction of the copies"
            value={panel.repeatDirection === 'v' ? 'v' : 'h'}
            options={[
              { value: 'h', label: 'Horizontal' },
              { value: 'v', label: 'Vertical' },
            ]}
            onChange={(value) => set('repeatDirection', value, undefined)}
          />
        )}
      </section>
      <section className={styles.section}>
        <Switch
          label="Transparent background"
          checked={panel.transparent ?? false}
          onChange={(value) => set('transparent', value, false)}
        />
      </section>
      <PanelButtons ids={[id]} actions={actions} />
    </>
  );
}

function RowProperties({ row, actions }: { row: PanelModel; actions: AreaActions }): ReactNode {
  const store = useDraftStore();
  const { id } = row;
  const count = actions.panelsOfRow(id).length;
  return (
    <>
      <Heading title={row.title || 'Row'} sub={`Row · ${panelCount(count)}`} />
      <section className={styles.section}>
        <Field label="Title">
          <Input
            data-panel-title
            value={row.title ?? ''}
            onChange={(value) => store.run(setInPanels(store.get().model, [id], ['title'], value))}
          />
        </Field>
        <RepeatField id={id} repeat={row.repeat} />
        <Switch
          label="Collapsed by default"
          checked={row.collapsed ?? false}
          onChange={(value) => {
            store.run(setRowCollapsed(store.get().model, actions.valuesOf, id, value));
          }}
        />
      </section>
      <section className={styles.buttons}>
        <Button onClick={() => actions.moveInOrder(id, -1)}>Move up</Button>
        <Button onClick={() => actions.moveInOrder(id, 1)}>Move down</Button>
        <Button onClick={() => actions.select(actions.panelsOfRow(id))} disabled={count === 0}>
          Select panels
        </Button>
        <Menu
          label="Remove row"
          trigger={
            <Button icon={Trash2} variant="ghost">
              Remove
            </Button>
          }
          items={[
            {
              label: 'Row only',
              hint: 'keep the panels',
              onSelect: () => actions.removeRow(id, false),
            },
            {
              label: 'Row and panels',
              danger: true,
              onSelect: () => actions.removeRow(id, true),
            },
          ]}
        />
      </section>
    </>
  );
}

/** A panel or row stands once for each value of the variable. */
function RepeatField({ id, repeat }: { id: number; repeat: string | undefined }): ReactNode {
  const store = useDraftStore();
  const variables = useDraft(({ model }) => model.templating);
  const names = variables.list.flatMap(({ name, type }) =>
    type === 'adhoc' || type === 'textbox' || type === 'constant' ? [] : [name],
  );
  const all = repeat && !names.includes(repeat) ? [repeat, ...names] : names;
  return (
    <Field label="Repeat">
      <Select
        value={repeat ?? ''}
        options={[
          { value: '', label: 'No repeat' },
          ...all.map((name) => ({ value: name, label: `For each value of ${name}` })),
        ]}
        onChange={(name) => {
          store.run(setRepeat(store.get().model, id, name));
          store.closeStep();
        }}
      />
    </Field>
  );
}

export function PanelButtons({
  ids,
  actions,
}: {
  ids: readonly number[];
  actions: AreaActions;
}): ReactNode {
  const [first] = ids;
  return (
    <section className={styles.buttons}>
      {ids.length === 1 && first !== undefined && (
        <>
          <Button onClick={() => actions.moveInOrder(first, -1)}>Move up</Button>
          <Button onClick={() => actions.moveInOrder(first, 1)}>Move down</Button>
        </>
      )}
      <Button icon={CopyPlus} onClick={() => actions.duplicate(ids)}>
        Duplicate
      </Button>
      {actions.copy && (
        <Button icon={Copy} onClick={() => actions.copy?.(ids)}>
          Copy
        </Button>
      )}
      <Menu
        label="Move to row"
        trigger={<Button icon={Rows3}>Move to row</Button>}
        items={actions.rows().map(({ id, title }) => ({
          label: title,
          onSelect: () => actions.moveToRow(ids, id),
        }))}
      />
      <Button icon={Rows3} onClick={() => actions.groupIntoRow(ids)}>
        Group into new row
      </Button>
      <Button icon={Trash2} variant="ghost" onClick={() => actions.remove(ids)}>
        Remove
      </Button>
    </section>
  );
}

export function Heading({ title, sub }: { title: string; sub: string }): ReactNode {
  const id = useId();
  return (
    <div className={styles.heading}>
      <h2 id={id}>{title}</h2>
      <span>{sub}</span>
    </div>
  );
}
