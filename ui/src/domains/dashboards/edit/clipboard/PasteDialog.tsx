/** Asks for what pasted panels need and this dashboard does not have. */
import { useState, type ReactNode } from 'react';
import { interpolate, type DataSourceRef } from '../../../../data';
import { Button, Dialog, Field, Fields, Select, TextArea } from '../../../../design';
import { useDashboard } from '../../session/context';
import { withSources, withVariableTexts, type Clip, type Missing } from '../model/paste';
import { valueWords } from '../model/values';

export interface PasteDialogProps {
  clip: Clip;
  missing: Missing;
  onPaste: (clip: Clip) => void;
  onClose: () => void;
}

type Way = 'add' | 'values' | 'leave';

export function PasteDialog({ clip, missing, onPaste, onClose }: PasteDialogProps): ReactNode {
  const { sources } = useDashboard();
  const known = missing.variables.filter(({ definition }) => definition !== undefined);
  const [way, setWay] = useState<Way>(known.length > 0 ? 'add' : 'leave');
  const [mapped, setMapped] = useState<Record<string, string>>({});
  const names = missing.variables.map(({ name }) => name).join(', ');

  const paste = () => {
    const replaced = new Map<string, DataSourceRef>();
    for (const [from, to] of Object.entries(mapped)) {
      const source = sources.byKey.get(to);
      if (source) replaced.set(from, { type: source.type, uid: source.uid });
    }
    const panels = withSources(clip.panels, replaced);
    const definitions = known.flatMap(({ definition }) => definition ?? []);
    if (way === 'add') onPaste({ panels, variables: definitions });
    else if (way === 'leave') onPaste({ panels, variables: [] });
    else {
      const values = Object.fromEntries(
        definitions.map(({ name, current }) => [name, current?.value ?? '']),
      );
      const texts = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, valueWords(value)]),
      );
      const filled = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, { value, text: texts[name] ?? '' }]),
      );
      const fill = (text: string) => interpolate(text, filled);
      onPaste({ panels: withVariableTexts(panels, texts, fill), variables: [] });
    }
    onClose();
  };
  return (
    <Dialog
      title="Paste panels"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={paste} data-autofocus>
            Paste
          </Button>
        </>
      }
    >
      <Fields>
        {missing.variables.length > 0 && (
          <Field label="Variables that do not exist here" hint={names}>
            <Select
              value={way}
              onChange={setWay}
              options={[
                { value: 'add', label: 'Add them', disabled: known.length === 0 },
                { value: 'values', label: 'Use current values', disabled: known.length === 0 },
                { value: 'leave', label: 'Leave them' },
              ]}
            />
          </Field>
        )}
        {missing.sources.map(({ uid = '', type }) => (
          <Field
            key={uid}
            label={`Data source ${uid} does not exist here`}
            hint={type && `Type ${type}.`}
          >
            <Select
              value={mapped[uid] ?? ''}
              onChange={(to) => setMapped({ ...mapped, [uid]: to })}
              options={[
                { value: '', label: 'Leave it' },
                ...sources.list
                  .filter((source) => !type || source.type === type)
                  .map((source) => ({ value: source.uid, label: source.name })),
              ]}
            />
          </Field>
        ))}
      </Fields>
    </Dialog>
  );
}

/** Text to copy by hand, where the browser does not let the page write to the clipboard. */
export function CopyText({ text, onClose }: { text: string; onClose: () => void }): ReactNode {
  return (
    <Dialog
      title="Copy panels"
      description="This browser does not let the page write to the clipboard. Copy the text."
      onClose={onClose}
    >
      <TextArea
        aria-label="Copied panels"
        value={text}
        readOnly
        rows={10}
        mono
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
