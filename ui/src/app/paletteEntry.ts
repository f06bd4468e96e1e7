import type { LucideIcon } from 'lucide-react';

/** One line of the command palette: a link, or something to run. */
export interface PaletteEntry {
  id: string;
  icon: LucideIcon;
  label: string;
  detail?: string;
  hint?: string;
  keys?: string;
  href?: string;
  run?: () => void;
}
