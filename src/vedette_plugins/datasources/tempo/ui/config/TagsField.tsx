import { Button, Input } from '@vedette/sdk';
import type { ReactNode } from 'react';
import type { LinkTag } from '../links/settings';
import styles from './Sections.module.css';

/** Which attributes of a span make the query, and what they are called there. */
export function TagsField({
  tags,
  onChange,
}: {
  tags: readonly LinkTag[];
  onChange: (tags: LinkTag[]) => void;
}): ReactNode {
  const replace = (index: number, change: Partial<LinkTag>) =>
    onChange(tags.map((tag, place) => (place === index ? { ...tag, ...change } : tag)));
  return (
    <div className={styles.list} role="group" aria-label="Tags">
      {tags.map(({ key, value = '' }, index) => (
        <div key={index} className={styles.row}>
          <Input
            mono
            aria-label={`Attribute ${index + 1}`}
            placeholder="service.name"
            value={key}
            onChange={(next) => replace(index, { key: next })}
          />
          <Input
            mono
            aria-label={`Label ${index + 1}`}
            placeholder="same as attribute"
            value={value}
            onChange={(next) => replace(index, { value: next || undefined })}
          />
          <Button size="sm" onClick={() => onChange(tags.filter((_, place) => place !== index))}>
            Remove
          </Button>
        </div>
      ))}
      <Button size="sm" onClick={() => onChange([...tags, { key: '' }])}>
        Add tag
      </Button>
    </div>
  );
}
