import type { ReactNode } from 'react';
import { useDraft } from '../../draft/context';

export function Variables(): ReactNode {
  const list = useDraft(({ model }) => model.templating.list);
  return (
    <ul>
      {list.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
