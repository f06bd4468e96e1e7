import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button, Dialog, Field } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { useSetPassword } from '../api';
import { NewPasswordInput } from './NewUserDialog';
import { passwordProblem } from './passwords';

export interface PasswordDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

export function PasswordDialog({ id, name, onClose }: PasswordDialogProps): ReactNode {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSetPassword(onClose);
  const formId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const weak = passwordProblem(password);
    setProblem(weak);
    if (!weak) save.mutate({ id, password });
  };

  return (
    <Dialog
      title={`Set a password for ${name}`}
      description="All sessions of this user end, and the old password stops working immediately."
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
            Set password
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} style={{ paddingTop: 14 }}>
        <Field
          label="New password"
          error={problem ?? (save.isError ? errorMessage(save.error) : null)}
        >
          <NewPasswordInput value={password} onChange={setPassword} />
        </Field>
      </form>
    </Dialog>
  );
}
