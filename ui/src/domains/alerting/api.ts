/** Requests for alert rules. Their current states are requested through the SDK. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WireFrame } from '../../data';
import { request } from '../../kernel/api';
import type {
  Firing,
  FoundItem,
  IntegrationAnswer,
  ProvisionedGroup,
  RuleExplanation,
  RuleVersionAnswer,
  TimingAnswer,
} from '../../kernel/apiTypes';
import { useAction, useApi } from '../../kernel/query';
import { fetchStatus, RULE_STATUS } from '../../sdk/alerts';
import type { GroupStatus } from '../../sdk/alertStates';
import type { RuleBody } from './model/body';
import type { RulerAnswer } from './model/rules';

const RULER = '/api/ruler/grafana/api/v1/rules';
const RULES = '/api/v1/provisioning/alert-rules';
const OWN = '/api/v1/alerting/rules';
const FIRING = '/api/v1/alerting/firing';

/** Cached responses that a change of a rule invalidates. */
const TOUCHED = [RULER, RULES, RULE_STATUS, OWN, FIRING, '/api/v1/rules/history', '/api/search'];

/** Rules that are saved with this header stay editable in the UI. */
const WITHOUT_PROVENANCE = { 'X-Disable-Provenance': 'true' };

const pathOf = (uid: string) => `${RULES}/${encodeURIComponent(uid)}`;
const groupPath = (folderUid: string, group: string) =>
  `/api/v1/provisioning/folder/${encodeURIComponent(folderUid)}/rule-groups/${encodeURIComponent(group)}`;

export function useRuler(): UseQueryResult<RulerAnswer> {
  return useApi<RulerAnswer>(RULER, { staleTime: 0 });
}

export function useRule(uid: string): UseQueryResult<RuleBody> {
  return useApi<RuleBody>(pathOf(uid), { staleTime: 0, enabled: uid !== '' });
}

/** Rules by the words of their title, in at most `most` groups with at most `most` rules each. */
export function useRuleSearch(
  search: string,
  most: number,
  enabled: boolean,
): UseQueryResult<GroupStatus[]> {
  const query = { search, limit_alerts: 0, limit_rules: most, group_limit: most };
  return useQuery({
    queryKey: [RULE_STATUS, query],
    queryFn: ({ signal }) => fetchStatus(query, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
}

const FIRING_MS = 30_000;

/** The number of firing rules. It is only polled while the page is visible. */
export function useFiringRules(): number {
  const { data } = useQuery({
    queryKey: [FIRING],
    queryFn: ({ signal }) => request<Firing>('GET', FIRING, { signal, isQuiet: true }),
    refetchInterval: FIRING_MS,
    refetchOnWindowFocus: true,
  });
  return data?.rules ?? 0;
}

export type Explanation = Pick<RuleExplanation, 'summary' | 'next' | 'series'>;

/** Explains the current state. This runs the rule's queries, so it is enabled on demand. */
export function useExplanation(uid: string, enabled: boolean): UseQueryResult<Explanation> {
  return useApi<Explanation>(`${OWN}/${encodeURIComponent(uid)}/explain`, {
    enabled,
    staleTime: 0,
  });
}

export type RuleGroup = Omit<ProvisionedGroup, 'rules'> & { rules: RuleBody[] };

export function useGroup(folderUid: string, group: string): UseQueryResult<RuleGroup> {
  return useApi<RuleGroup>(groupPath(folderUid, group), {
    staleTime: 0,
    enabled: folderUid !== '' && group !== '',
  });
}

export interface SaveRule {
  body: RuleBody;
  /** The version that was read. The save is refused if the rule has changed since. */
  version?: number;
  /** In seconds; only set if the interval of the group changes. */
  interval?: number;
}

/** Saves a rule; without a uid it is created. */
export function useSaveRule(
  onDone: (rule: RuleBody) => void,
): UseMutationResult<RuleBody, Error, SaveRule> {
  return useAction(
    async ({ body, version, interval }) => {
      const match: Record<string, string> = version ? { 'If-Match': String(version) } : {};
      const saved = body.uid
        ? await request<RuleBody>('PUT', pathOf(body.uid), {
            body,
            headers: { ...WITHOUT_PROVENANCE, ...match },
          })
        : await request<RuleBody>('POST', RULES, { body, headers: WITHOUT_PROVENANCE });
      if (interval !== undefined) await changeInterval(body.folderUID, body.ruleGroup, interval);
      return saved;
    },
    {
      invalidates: TOUCHED,
      done: ({ title }) => `Alert rule “${title}” saved`,
      quiet: true,
      onDone,
    },
  );
}

async function changeInterval(folderUid: string, group: string, interval: number): Promise<void> {
  const path = groupPath(folderUid, group);
  const stored = await request<RuleGroup>('GET', path);
  if (stored.interval === interval) return;
  await request('PUT', path, { body: { ...stored, interval }, headers: WITHOUT_PROVENANCE });
}

export function usePauseRule(): UseMutationResult<
  boolean,
  Error,
  { uid: string; paused: boolean }
> {
  return useAction(
    async ({ uid, paused }) => {
      await request('PUT', `${OWN}/${encodeURIComponent(uid)}/pause`, {
        body: { isPaused: paused },
      });
      return paused;
    },
    {
      invalidates: TOUCHED,
      done: (paused) => (paused ? 'Evaluation paused' : 'Evaluation resumed'),
    },
  );
}

export function useDeleteRule(onDone: () => void): UseMutationResult<unknown, Error, string> {
  return useAction((uid) => request('DELETE', pathOf(uid), { headers: WITHOUT_PROVENANCE }), {
    invalidates: [RULER, RULE_STATUS],
    done: 'Alert rule deleted',
    onDone,
  });
}

export type Folder = Pick<FoundItem, 'uid' | 'title' | 'folderTitle'>;

export function useFolders(): UseQueryResult<Folder[]> {
  return useApi<Folder[]>('/api/search', { query: { type: 'dash-folder', limit: 5000 } });
}

export function useCreateFolder(
  onDone: (folder: Folder) => void,
): UseMutationResult<Folder, Error, string> {
  return useAction((title) => request<Folder>('POST', '/api/folders', { body: { title } }), {
    invalidates: ['/api/search', '/api/folders'],
    onDone,
  });
}

/** The sorted names of contact points. */
export function useContactPointNames(): {
  names: string[];
  isPending: boolean;
  error: Error | null;
} {
  const {
    data = [],
    isPending,
    error,
  } = useApi<IntegrationAnswer[]>('/api/v1/provisioning/contact-points');
  return { names: [...new Set(data.map(({ name }) => name))].sort(), isPending, error };
}

export function useMuteTimingNames(): string[] {
  const { data = [] } = useApi<TimingAnswer[]>('/api/v1/provisioning/mute-timings');
  return data.map(({ name }) => name);
}

/** The state history of a rule in a time range, in milliseconds. */
export function useHistory(
  uid: string,
  range: { from: number; to: number },
): UseQueryResult<WireFrame> {
  // Whole minutes, so that ranges that end now share a cached response.
  const [from, to] = [range.from, range.to].map((time) => Math.floor(time / 60_000) * 60_000);
  return useQuery({
    queryKey: ['/api/v1/rules/history', uid, from, to],
    queryFn: ({ signal }) =>
      request<WireFrame>('GET', '/api/v1/rules/history', {
        // In seconds, with one more minute for the current one.
        query: {
          ruleUID: uid,
          from: Math.floor((from ?? 0) / 1000),
          to: Math.floor((to ?? 0) / 1000) + 60,
          limit: 5000,
        },
        signal,
      }),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });
}

export type RuleVersion = Omit<RuleVersionAnswer, 'rule'> & { rule: RuleBody };

export function useVersions(uid: string): UseQueryResult<RuleVersion[]> {
  return useApi<RuleVersion[]>(`${OWN}/${encodeURIComponent(uid)}/versions`, { staleTime: 0 });
}

export function useRestore(uid: string): UseMutationResult<unknown, Error, number> {
  return useAction(
    (version) =>
      request('POST', `${OWN}/${encodeURIComponent(uid)}/versions/${version}/restore`, {
        body: {},
      }),
    { invalidates: TOUCHED, done: 'Version restored' },
  );
}

export function useDashboards(query: string): UseQueryResult<Folder[]> {
  return useApi<Folder[]>('/api/search', {
    query: { query, type: 'dash-db', limit: 50 },
    keepPrevious: true,
  });
}

interface PanelJson {
  id?: number;
  type?: string;
  title?: string;
  panels?: PanelJson[];
}

/** The panels of a dashboard, including those in rows. */
export function useDashboardPanels(
  uid: string,
): UseQueryResult<{ title: string; panels: { value: string; label: string }[] }> {
  return useQuery({
    queryKey: [`/api/dashboards/uid/${uid}`, 'panels'],
    enabled: uid !== '',
    queryFn: async ({ signal }) => {
      const path = `/api/dashboards/uid/${encodeURIComponent(uid)}`;
      const { dashboard } = await request<{ dashboard: { title: string; panels?: PanelJson[] } }>(
        'GET',
        path,
        { signal },
      );
      const all = (dashboard.panels ?? []).flatMap((panel) => [panel, ...(panel.panels ?? [])]);
      const panels = all.filter(({ type, id }) => type !== 'row' && id !== undefined);
      return {
        title: dashboard.title,
        panels: panels.map(({ id, title }) => ({
          value: String(id),
          label: title || `Panel ${id}`,
        })),
      };
    },
  });
}
