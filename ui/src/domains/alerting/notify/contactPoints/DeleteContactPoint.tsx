import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../../design';
import { DeleteDialog } from '../parts/DeleteDialog';
import { useDeleteContactPoint, type ContactPoint } from './api';

export interface DeleteContactPointProps {
  point: ContactPoint;
  onClose: () => void;
  onDone?: () => void;
}

/** Confirms the deletion of a contact point, or lists where it is used. */
export function DeleteContactPoint({
  point,
  onClose,
  onDone = onClose,
}: DeleteContactPointProps): ReactNode {
  const remove = useDeleteContactPoint(onDone);
  if (point.usedBy.length > 0)
    return (
      <ConfirmDialog
        title={`${point.name} is in use`}
        confirm="Close"
        onClose={onClose}
        onConfirm={onClose}
      >
        Select another contact point in these places first:
        <ul>
          {point.usedBy.map((use) => (
            <li key={use}>{use}</li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  return (
    <DeleteDialog name={point.name} kind="contact point" remove={remove} onClose={onClose}>
      No policy and no rule uses it. Its secrets cannot be restored.
    </DeleteDialog>
  );
}
