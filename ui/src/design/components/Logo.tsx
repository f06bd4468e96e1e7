import { useId, type ReactNode } from 'react';

/** A watchtower's beam: the mark of the product. */
export function Logo({ size = 28 }: { size?: number }): ReactNode {
  const ground = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden>
      <defs>
        <linearGradient id={ground} x1="0" y1="0" x2="28" y2="28" gradientUnits="userSpaceOnUse">
          <stop stopColor="#6674f4" />
          <stop offset="1" stopColor="#9c57cf" />
        </linearGradient>
      </defs>
      <rect width="28" height="28" rx="8" fill={`url(#${ground})`} />
      <path
        d="M7 8.5 14 20.5 21 8.5"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="14" cy="9" r="2.1" fill="#fff" />
    </svg>
  );
}
