import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import styles from './Button.module.css';

export type ButtonVariant = 'default' | 'primary' | 'danger' | 'ghost';
export type ControlSize = 'sm' | 'md' | 'lg';

interface Look {
  variant?: ButtonVariant;
  size?: ControlSize;
  icon?: LucideIcon;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  ref?: Ref<HTMLElement>;
  type?: 'button' | 'submit';
  /** Shows that it is at work and ignores clicks. */
  busy?: boolean;
  /** Stays pressed: a toggle. */
  pressed?: boolean;
}

const iconSize = { sm: 13, md: 14, lg: 16 };

function classes({ variant = 'default', size = 'md' }: Look, more?: string): string {
  return [styles.button, styles[variant], styles[size], more].filter(Boolean).join(' ');
}

export function Button(props: ButtonProps): ReactNode {
  const {
    variant,
    size = 'md',
    icon: Icon,
    busy,
    pressed,
    ref,
    type = 'button',
    className,
    children,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      ref={ref as Ref<HTMLButtonElement>}
      type={type}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      onClick={busy ? undefined : rest.onClick}
      className={classes({ variant, size }, className)}
    >
      {busy ? (
        <span className={styles.spinner} aria-hidden />
      ) : (
        Icon && <Icon size={iconSize[size]} aria-hidden />
      )}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends Look {
  href: string;
  children: ReactNode;
  className?: string;
}

/** Looks like a button, goes to a path of the product. */
export function LinkButton({
  href,
  children,
  icon: Icon,
  className,
  ...look
}: LinkButtonProps): ReactNode {
  return (
    <Link href={href} className={classes(look, className)}>
      {Icon && <Icon size={iconSize[look.size ?? 'md']} aria-hidden />}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: LucideIcon;
  /** Its name; also its tooltip. */
  label: string;
  iconSize?: number;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { icon: Icon, label, iconSize: size, className, variant = 'ghost', ...rest } = props;
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      data-tip={label}
      className={`${styles.icon} ${className ?? ''}`}
    >
      {!rest.busy && <Icon size={size ?? iconSize[rest.size ?? 'md'] + 1} aria-hidden />}
    </Button>
  );
}

/** Buttons that belong together, drawn as one. */
export function ButtonGroup({
  label,
  children,
}: {
  label: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {children}
    </div>
  );
}
