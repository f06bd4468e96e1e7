const PATHS = {
  search: 'M6 1.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4m3.2 7.4 3 3',
  up: 'M3 8.5 7 4.5 11 8.5',
  down: 'M3 5.5 7 9.5 11 5.5',
  right: 'M5.5 3 9.5 7 5.5 11',
  close: 'm3.5 3.5 7 7m0-7-7 7',
  around: 'M2.5 2.5h9M2.5 11.5h9M2.5 7h9M5 4.75h4M5 9.25h4',
  copy: 'M5 5V2.8h6.2V9H9M2.8 5H9v6.2H2.8z',
  plus: 'M7 3v8M3 7h8',
  minus: 'M3 7h8',
  chart: 'M3 11.5V7m4 4.5v-9m4 9V5',
  eye: 'M1.5 7S3.5 3.2 7 3.2 12.5 7 12.5 7 10.5 10.8 7 10.8 1.5 7 1.5 7m7 0a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 13 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
