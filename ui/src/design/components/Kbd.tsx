import type { ReactNode } from 'react';
import { isApple } from '../../kernel/shortcuts';
import styles from './Kbd.module.css';

const names: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: '⇧',
  alt: isApple ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
};

/** Draws keys such as `mod+k` or `g h`. */
export function Kbd({ keys }: { keys: string }): ReactNode {
  return (
    <span className={styles.keys}>
      {keys.split(/[ +]/).map((key, index) => (
        <kbd key={index}>{names[key.toLowerCase()] ?? key.toUpperCase()}</kbd>
      ))}
    </span>
  );
}
