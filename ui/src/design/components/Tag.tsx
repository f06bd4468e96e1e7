import type { ReactNode } from 'react';
import { X, type LucideIcon } from 'lucide-react';
import styles from './Tag.module.css';

export type Tone = 'mute' | 'ok' | 'warn' | 'crit' | 'info' | 'accent';

export interface TagProps {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
  title?: string;
  /** Draws a cross that removes it. */
  onRemove?: () => void;
  removeLabel?: string;
}

/** A short state or label. The words carry the meaning, the colour only helps. */
export function Tag({
  tone = 'mute',
  icon: Icon,
  children,
  title,
  onRemove,
  removeLabel = 'Remove',
}: TagProps): ReactNode {
  return (
    <span className={`${styles.tag} ${styles[tone]}`} data-tip={title}>
      {Icon && <Icon size={12} aria-hidden />}
      {children}
      {onRemove && (
        <button type="button" aria-label={removeLabel} onClick={onRemove} className={styles.remove}>
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** Initials on a colour that belongs to the name. */
export function Avatar({ name, size = 26 }: { name: string; size?: number }): ReactNode {
  const words = name.trim().split(/[\s._-]+/);
  const initials =
    words.length > 1 ? `${words[0]?.[0] ?? ''}${words.at(-1)?.[0] ?? ''}` : name.slice(0, 2);
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 1009;
  // Between blue and pink: the colours of states stay free for states.
  const hue = 230 + (hash % 110);
  const background = `linear-gradient(140deg, oklch(0.56 0.16 ${hue}), oklch(0.48 0.16 ${hue + 30}))`;
  return (
    <span
      aria-hidden
      className={styles.avatar}
      data-initials={initials.toUpperCase()}
      style={{ width: size, height: size, background }}
    />
  );
}
