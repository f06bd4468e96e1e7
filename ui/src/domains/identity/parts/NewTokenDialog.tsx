import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Copy } from 'lucide-react';
import { Button, Dialog, Field, Fields, Input, Select } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { notify } from '../../../kernel/events';
import { useCreateToken } from '../api';
import styles from './Identity.module.css';

const DAY = 86_400;
const lifetimes = [
  { value: String(30 * DAY), label: '30 days' },
  { value: String(90 * DAY), label: '90 days' },
  { value: String(365 * DAY), label: 'One year' },
  { value: '0', label: 'No expiration' },
];

export interface NewTokenDialogProps {
  accountId: number;
  accountName: string;
  onClose: () => void;
}

/** Makes a token and shows its key, which cannot be seen again. */
export function NewTokenDialog({
  accountId,
  accountName,
  onClose,
}: NewTokenDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState(String(90 * DAY));
  const [key, setKey] = useState<string | null>(null);
  const create = useCreateToken(accountId, (made) => setKey(made.key));
  const formId = useId();

  if (key !== null) return <ShownOnce token={key} onClose={onClose} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), secondsToLive: Number(lifetime) });
  };

  return (
    <Dialog
      title={`New token for ${accountName}`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
            Create token
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Fields>
          <Field
            label="Name"
            hint="Where the token is used, for example ci-server."
            error={create.isError ? errorMessage(create.error) : null}
          >
            <Input
              data-autofocus
              required
              maxLength={190}
              value={name}
              onChange={setName}
              autoComplete="off"
            />
          </Field>
          <Field label="Expiration">
            <Select value={lifetime} options={lifetimes} onChange={setLifetime} />
          </Field>
        </Fields>
      </form>
    </Dialog>
  );
}

function ShownOnce({ token, onClose }: { token: string; onClose: () => void }): ReactNode {
  const copy = () =>
    void navigator.clipboard.writeText(token).then(() => notify('Token copied', 'success'));
  return (
    <Dialog
      title="Copy the token now"
      description="The token is shown only once. Send it in the header “Authorization: Bearer …”."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={Copy} onClick={copy} data-autofocus>
            Copy token
          </Button>
        </>
      }
    >
      <code className={styles.key} style={{ marginTop: 14 }}>
        {token}
      </code>
    </Dialog>
  );
}
