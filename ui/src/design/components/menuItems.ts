import type { LucideIcon } from 'lucide-react';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  /** Shown dim after the label. */
  hint?: string;
  /** Keys of the shortcut that does the same, apart by spaces. */
  keys?: string;
  onSelect?: () => void;
  /** A path of the product, instead of `onSelect`. */
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Makes it a choice that is on or off. */
  checked?: boolean;
}

export type MenuItem = MenuAction | { heading: string } | 'separator';

/** A function where the items are code still to come. */
export type MenuItems = readonly MenuItem[] | (() => Promise<readonly MenuItem[]>);
