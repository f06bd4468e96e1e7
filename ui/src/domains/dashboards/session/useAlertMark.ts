/** How the alert rules of a panel stand. One question for the whole dashboard, asked after its data has come. */
import { useQuery } from '@tanstack/react-query';
import { can } from '../../../kernel/boot';
import type { PanelAlerts } from '../../../sdk/panelAlerts';

export function useAlertMark(dashboardUid: string, panelId: number, isDrawn: boolean): PanelAlerts | undefined {
  const { data } = useQuery({
    queryKey: ['panel-alerts', dashboardUid],
    queryFn: async () => (await import('../../../sdk/panelAlerts')).panelAlerts(dashboardUid),
    enabled: isDrawn && dashboardUid !== '' && can('alerting:read'),
    refetchInterval: 15_000,
    staleTime: 15_000,
    retry: false,
  });
  return data?.[panelId];
}
