/** Removes a variable; where it is used, says what breaks and offers to write its value instead. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { DataSourceRef } from '../../../../../data';
import { Button, Dialog } from '../../../../../design';
import { useDashboardValues } from '../../../session/context';
import { removeVariable } from '../../draft/commands/variable';
import { useDraftModel, useDraftStore } from '../../draft/context';
import { variableUses } from '../../model/references';
import { titleOfUse } from './UsedIn';

export function RemoveVariable({
  name,
  onClose,
}: {
  name: string;
  onClose: () => void;
}): ReactNode {
  const store = useDraftStore();
  const uses = variableUses(useDraftModel(), name);
  const { values, sourceOf } = useDashboardValues();
  const value = values[name];
  const isUsed = uses.length > 0;
  const remove = () => store.run(removeVariable(name));
  const unused = useRef(remove);
  const close = useRef(onClose);
  useEffect(() => {
    if (isUsed) return;
    unused.current();
    close.current();
  }, [isUsed]);
  if (!isUsed) return null;
  const finish = (run: () => void) => {
    run();
    onClose();
  };
  return (
    <Dialog
      title={`Remove variable ${name}?`}
      description={`It is used in ${uses.length} ${uses.length === 1 ? 'place' : 'places'}, which would show $${name} as it is written.`}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => finish(remove)}>
            Remove only
          </Button>
          {value && (
            <Button
              variant="primary"
              onClick={() =>
                finish(() =>
                  store.run(
                    removeVariable(name, {
                      value,
                      formatOf: (ref) => sourceOf(ref as DataSourceRef)?.meta?.variableFormat,
                    }),
                  ),
                )
              }
            >
              Replace by current value
            </Button>
          )}
        </>
      }
    >
      <ul>
        {uses.map((use, index) => (
          <li key={index}>
            {titleOfUse(use)}: {use.parts.join(', ')}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
