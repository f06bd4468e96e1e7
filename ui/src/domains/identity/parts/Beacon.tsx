import type { ReactNode } from 'react';
import styles from './Login.module.css';

/** The mark of the product over the sign-in form, with a quiet line of data behind it. */
export function Beacon(): ReactNode {
  return (
    <div className={styles.beacon} aria-hidden>
      <svg viewBox="0 0 1440 320" preserveAspectRatio="none" className={styles.wave}>
        <path
          d="M0 214C60 204 96 176 150 180S236 232 300 226 402 120 470 128 566 236 640 232 742 190 800 196 880 240 940 214 1040 92 1104 108 1190 220 1250 214 1380 168 1440 176"
          fill="none"
          stroke="var(--c1)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d="M0 250C80 246 120 232 190 236S320 262 390 256 500 214 580 222 690 262 770 256 880 230 960 240 1080 190 1150 200 1260 252 1330 248 1400 232 1440 236"
          fill="none"
          stroke="var(--c4)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}
