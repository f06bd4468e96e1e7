import type { ReactNode } from 'react';
import { useDraft } from '../../draft/context';

export function Annotations(): ReactNode {
  const list = useDraft(({ model }) => model.annotations.list);
  return (
    <ul>
      {list.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
