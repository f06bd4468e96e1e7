import type { ReactNode } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../../design';

export interface DeleteDialogProps {
  name: string;
  /** Such as "mute timing". */
  kind: string;
  /** Deletes the resource of a name. */
  useDelete: (onDone: () => void) => UseMutationResult<unknown, Error, string>;
  /** The consequences. */
  children: ReactNode;
  onClose: () => void;
  /** Called after the deletion; closes the dialog if undefined. */
  onDone?: (() => void) | undefined;
}

/** Confirms the deletion of a resource. */
export function DeleteDialog({
  name,
  kind,
  useDelete,
  children,
  onClose,
  onDone = onClose,
}: DeleteDialogProps): ReactNode {
  const remove = useDelete(onDone);
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
