/** The name, folder, group and evaluation interval of a rule. */
import { useMemo, useState, type ReactNode } from 'react';
import { FolderPlus } from 'lucide-react';
import { Button, Card, Combobox, Dialog, Field, Fields, Input, Select } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { useCreateFolder, useFolders, useRuler } from '../api';
import { EXPRESSION_NAMES } from '../../../sdk/editor/expressions/expressions';
import type { RulerGroup } from '../model/rules';
import type { EditorPart } from './part';
import styles from './Editor.module.css';

const KINDS = [
  { value: 'alerting', label: 'Alert rule: sends notifications' },
  { value: 'recording', label: 'Recording rule: writes a new metric' },
] as const;

export function NameCard({ draft, problems, change }: EditorPart): ReactNode {
  const [isCreating, setCreating] = useState(false);
  const folders = useFolders();
  const groups = useGroups(draft.folderUid);
  const known = groups.find(({ name }) => name === draft.group);
  const others = (known?.rules ?? []).filter(
    ({ grafana_alert: rule }) => rule.uid !== draft.uid,
  ).length;
  const chooseGroup = (name: string) => {
    const chosen = groups.find((group) => group.name === name);
    change({ group: name, ...(chosen ? { interval: chosen.interval } : {}) });
  };
  const folderOptions = (folders.data ?? []).map(({ uid, title, folderTitle }) => ({
    value: uid,
    label: title,
    description: folderTitle && `in ${folderTitle}`,
  }));
  return (
    <Card title="Name and folder">
      <Fields columns={2}>
        <Field
          label="Name"
          error={problems.title}
          hint="Alerts have this name in the label alertname."
        >
          <Input
            value={draft.title}
            maxLength={250}
            autoFocus={draft.uid === ''}
            onChange={(title) => change({ title })}
          />
        </Field>
        <Field label="Rule type">
          <Select
            value={draft.kind}
            options={KINDS}
            disabled={draft.uid !== ''}
            onChange={(kind) => change({ kind })}
          />
        </Field>
        <div className={styles.withButton}>
          <Field
            label="Folder"
            error={problems.folder}
            hint="Users who can view the folder can view the rule."
          >
            <Combobox
              label="Folder"
              loading={folders.isPending}
              options={folderOptions}
              value={draft.folderUid ? [draft.folderUid] : []}
              placeholder="Choose a folder"
              onChange={([folderUid = '']) => change({ folderUid })}
            />
          </Field>
          <Button icon={FolderPlus} onClick={() => setCreating(true)}>
            New
          </Button>
        </div>
        <Field
          label="Group"
          error={problems.group}
          hint={
            known
              ? `Contains ${others} other ${others === 1 ? 'rule' : 'rules'}. All rules of a group share one interval.`
              : 'Enter a new name to create a group.'
          }
        >
          <Combobox
            label="Group"
            allowCustom
            options={groups.map(({ name, interval, rules }) => ({
              value: name,
              label: name,
              description: `${rules.length} rules, every ${interval}`,
            }))}
            value={draft.group ? [draft.group] : []}
            placeholder="Choose or enter a group"
            onChange={([name = '']) => chooseGroup(name)}
          />
        </Field>
        <Field
          label="Evaluation interval"
          error={problems.interval}
          hint={
            others > 0
              ? `Also applies to the ${others} other ${others === 1 ? 'rule' : 'rules'} of the group.`
              : 'A multiple of 10 seconds, for example 1m.'
          }
        >
          <Input
            mono
            value={draft.interval}
            placeholder="1m"
            onChange={(interval) => change({ interval })}
          />
        </Field>
        {draft.kind === 'recording' && (
          <Field
            label="Metric"
            error={problems.metric}
            hint={`Name of the new metric. It stores the values of ${draft.condition || EXPRESSION_NAMES.reduce}.`}
          >
            <Input
              mono
              value={draft.metric}
              placeholder="job:requests:rate5m"
              onChange={(metric) => change({ metric })}
            />
          </Field>
        )}
      </Fields>
      {isCreating && (
        <NewFolder
          onClose={() => setCreating(false)}
          onDone={(folderUid) => {
            change({ folderUid });
            setCreating(false);
          }}
        />
      )}
    </Card>
  );
}

function useGroups(folderUid: string): RulerGroup[] {
  const { data } = useRuler();
  return useMemo(
    () =>
      Object.values(data ?? {})
        .flat()
        .filter(({ rules }) => rules[0]?.grafana_alert.namespace_uid === folderUid),
    [data, folderUid],
  );
}

function NewFolder({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (uid: string) => void;
}): ReactNode {
  const [title, setTitle] = useState('');
  const create = useCreateFolder(({ uid }) => onDone(uid));
  const make = () => title.trim() && create.mutate(title.trim());
  return (
    <Dialog
      title="New folder"
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={create.isPending} disabled={!title.trim()} onClick={make}>
            Create folder
          </Button>
        </>
      }
    >
      <Field label="Title" error={create.error && errorMessage(create.error)}>
        <Input
          data-autofocus
          value={title}
          onChange={setTitle}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            make();
          }}
        />
      </Field>
    </Dialog>
  );
}
