/** Links at the top of the dashboard: to addresses, and to dashboards with the same tags. */
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import type { DashboardLink } from '../../../../data';
import {
  Button,
  Combobox,
  EmptyState,
  Field,
  Fields,
  IconButton,
  Input,
  Segmented,
  SortableList,
  Switch,
  moved,
} from '../../../../design';
import { useTags } from '../../api';
import { LinkItem } from '../../parts/toolbar/LinkBar';
import { addLink, moveLink, removeLink, setLink } from '../draft/commands/link';
import { useDraft, useDraftStore } from '../draft/context';
import styles from './Links.module.css';

const nameOf = (link: DashboardLink, index: number) => link.title || `Link ${index + 1}`;

export function Links(): ReactNode {
  const store = useDraftStore();
  const links = useDraft(({ model }) => model.links);
  const page = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState<readonly number[]>([]);
  // Links have no id; rows follow what was moved here.
  const keys = links.map((_, index) => ids[index] ?? index);
  const focusOn = (index: number) =>
    queueMicrotask(() => {
      const rows = page.current?.querySelectorAll('[data-link]');
      const input = rows?.[index]?.querySelector<HTMLElement>('input:not([type=radio])');
      (input ?? page.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    });
  const add = () => {
    setIds([...keys, Math.max(-1, ...keys) + 1]);
    store.run(addLink());
    store.closeStep();
    focusOn(links.length);
  };
  const remove = (index: number) => {
    setIds(keys.toSpliced(index, 1));
    store.run(removeLink(store.get().model, index));
    store.closeStep();
    focusOn(Math.min(index, links.length - 2));
  };
  return (
    <div ref={page} className={styles.page}>
      {links.length === 0 && (
        <EmptyState title="No links">
          Links are shown at the top of the dashboard, to runbooks or to dashboards with a tag.
        </EmptyState>
      )}
      <SortableList
        label="Links, in order"
        items={links}
        keyOf={(_, index) => String(keys[index])}
        nameOf={nameOf}
        onMove={(from, to) => {
          setIds(moved(keys, from, to));
          store.run(moveLink(from, to));
          store.closeStep();
        }}
      >
        {(link, index, handle) => (
          <div data-link role="group" aria-label={nameOf(link, index)} className={styles.link}>
            <div className={styles.head}>
              {handle}
              <div className={styles.preview} role="group" aria-label="Preview">
                <LinkItem link={link} />
              </div>
              <IconButton
                icon={Trash2}
                label={`Remove ${nameOf(link, index)}`}
                onClick={() => remove(index)}
              />
            </div>
            <LinkForm link={link} index={index} />
          </div>
        )}
      </SortableList>
      <div>
        <Button icon={Plus} data-add onClick={add}>
          Add link
        </Button>
      </div>
    </div>
  );
}

function LinkForm({ link, index }: { link: DashboardLink; index: number }): ReactNode {
  const store = useDraftStore();
  const isTagged = link.type === 'dashboards';
  const set = <K extends keyof DashboardLink & string>(key: K, value: DashboardLink[K]) =>
    store.run(setLink(store.get().model, index, key, value));
  const choose: typeof set = (key, value) => {
    set(key, value);
    store.closeStep();
  };
  const flag = (key: 'asDropdown' | 'keepTime' | 'includeVars' | 'targetBlank', label: string) => (
    <Switch label={label} checked={link[key] === true} onChange={(value) => choose(key, value)} />
  );
  return (
    <div className={styles.form}>
      <Segmented
        label="Type"
        value={isTagged ? 'dashboards' : 'link'}
        options={[
          { value: 'link', label: 'Address' },
          { value: 'dashboards', label: 'Dashboards by tag' },
        ]}
        onChange={(type) => choose('type', type)}
      />
      <Fields columns={2}>
        <Field label="Title">
          <Input value={link.title ?? ''} onChange={(value) => set('title', value)} />
        </Field>
        {isTagged ? (
          <TagsField tags={link.tags} onChange={(tags) => choose('tags', tags)} />
        ) : (
          <>
            <Field label="URL" hint="May contain variables, such as ${service}.">
              <Input value={link.url ?? ''} onChange={(value) => set('url', value)} />
            </Field>
            <Field label="Tooltip" optional>
              <Input value={link.tooltip ?? ''} onChange={(value) => set('tooltip', value)} />
            </Field>
          </>
        )}
      </Fields>
      <div className={styles.flags}>
        {isTagged && flag('asDropdown', 'Show as a menu')}
        {flag('keepTime', 'Pass the time range')}
        {flag('includeVars', 'Pass the variables')}
        {flag('targetBlank', 'Open in a new tab')}
      </div>
    </div>
  );
}

function TagsField({
  tags = [],
  onChange,
}: {
  tags: string[] | undefined;
  onChange: (tags: string[]) => void;
}): ReactNode {
  const known = useTags();
  const options = useMemo(
    () =>
      (known.data ?? []).map(({ term, count }) => ({
        value: term,
        label: term,
        description: String(count),
      })),
    [known.data],
  );
  return (
    <Field label="Tags" hint="Dashboards with all of these tags. None for all dashboards.">
      <Combobox
        label="Tags"
        multi
        allowCustom
        placeholder="Any"
        loading={known.isFetching}
        options={options}
        value={tags}
        onChange={onChange}
      />
    </Field>
  );
}
