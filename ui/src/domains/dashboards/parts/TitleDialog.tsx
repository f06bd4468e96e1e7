import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button, Dialog, Field, Input } from '../../../design';

/** Of dashboards and folders, as the server accepts them. */
const MAX_TITLE = 255;

export interface TitleDialogProps {
  title: string;
  confirm: string;
  initial: string;
  busy: boolean;
  /** Shown at the title. */
  error: string | null;
  onSave: (title: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the title of something; more fields may follow below it. */
export function TitleDialog({
  title,
  confirm,
  initial,
  busy,
  error,
  onSave,
  onClose,
  children,
}: TitleDialogProps): ReactNode {
  const [name, setName] = useState(initial);
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(name.trim());
  };
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabled={name.trim() === ''}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Field label="Name" error={error}>
          <Input
            data-autofocus
            required
            maxLength={MAX_TITLE}
            value={name}
            onChange={setName}
            autoComplete="off"
          />
        </Field>
        {children}
      </form>
    </Dialog>
  );
}
