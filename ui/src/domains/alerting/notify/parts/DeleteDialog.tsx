import type { ReactNode } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../../design';

export interface DeleteDialogProps {
  name: string;
  /** Such as "mute timing". */
  kind: string;
  /** Deletes the resource of a name. */
  remove: UseMutationResult<unknown, Error, string>;
  /** The consequences. */
  children: ReactNode;
  onClose: () => void;
}

/** Confirms the deletion of a resource. */
export function DeleteDialog({
  name,
  kind,
  remove,
  children,
  onClose,
}: DeleteDialogProps): ReactNode {
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm={`Delete ${kind}`}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(name)}
    >
      {children}
    </ConfirmDialog>
  );
}
