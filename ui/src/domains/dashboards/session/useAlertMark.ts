/**
 * How the alert rules of a panel stand. One question for the whole dashboard, asked after its data
 * has come.
 */
import { useQuery } from '@tanstack/react-query';
import { can } from '../../../kernel/boot';
import { firstPanelDrawn } from '../../../plugins/panels';
import type { PanelAlerts } from '../../../sdk/panelAlerts';

export function useAlertMark(
  dashboardUid: string,
  panelId: number,
  hasData: boolean,
): PanelAlerts | undefined {
  const { data } = useQuery({
    queryKey: ['panel-alerts', dashboardUid],
    queryFn: async () => {
      await firstPanelDrawn();
      return (await import('../../../sdk/panelAlerts')).panelAlerts(dashboardUid);
    },
    enabled: hasData && dashboardUid !== '' && can('alerting:read'),
    refetchInterval: 15_000,
    staleTime: 15_000,
    select: (alerts) => alerts?.[panelId],
    retry: false,
  });
  return data;
}
