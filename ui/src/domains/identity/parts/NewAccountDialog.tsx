import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button, Dialog, Field, Fields, Input, Select } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { roles, useCreateAccount, type Role } from '../api';

export function NewAccountDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('Viewer');
  const create = useCreateAccount(onClose);
  const formId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), role });
  };

  return (
    <Dialog
      title="New service account"
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Fields>
          <Field
            label="Name"
            hint="Client that uses the account, for example deploy-pipeline."
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
          <Field label="Role" hint={roles.find(({ value }) => value === role)?.description}>
            <Select value={role} options={roles} onChange={setRole} />
          </Field>
        </Fields>
      </form>
    </Dialog>
  );
}
