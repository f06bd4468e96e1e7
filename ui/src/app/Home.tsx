/** The home page, with what is firing now for those who may read alert rules. */
import type { ReactNode } from 'react';
import { FiringNow } from '../domains/alerting/parts/FiringNow';
import { HomePage } from '../domains/dashboards/pages/HomePage';
import { can } from '../kernel/boot';

export function Home(): ReactNode {
  return <HomePage alerts={can('alerting:read') && <FiringNow />} />;
}
