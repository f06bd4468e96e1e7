/** Notification template groups on the server, and previews of their output. */
import {
  keepPreviousData,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { request } from '../../../../kernel/api';
import type {
  DefaultTemplates,
  TemplateAnswer,
  TemplatePreview,
} from '../../../../kernel/apiTypes';
import { useAction, useApi } from '../../../../kernel/query';

export type TemplateGroup = TemplateAnswer;

const TEMPLATES = '/api/v1/provisioning/templates';
const TEST = '/api/alertmanager/grafana/config/api/v1/templates/test';

/** Keeps a template editable in the UI. */
const WITHOUT_PROVENANCE = { 'X-Disable-Provenance': 'true' };

const pathOf = (name: string) => `${TEMPLATES}/${encodeURIComponent(name)}`;

export function useTemplates(): UseQueryResult<TemplateGroup[]> {
  return useApi<TemplateGroup[]>(TEMPLATES, { staleTime: 0 });
}

export function useDefaultTemplates(): UseQueryResult<DefaultTemplates> {
  return useApi<DefaultTemplates>('/api/v1/alerting/templates/defaults', {
    staleTime: Infinity,
  });
}

export function useSaveTemplate(
  onDone: () => void,
): UseMutationResult<TemplateGroup, Error, { name: string; template: string; version: string }> {
  return useAction(
    ({ name, ...body }) =>
      request<TemplateGroup>('PUT', pathOf(name), { body, headers: WITHOUT_PROVENANCE }),
    {
      invalidates: [TEMPLATES],
      done: ({ name }) => `Template “${name}” saved`,
      quiet: true,
      onDone,
    },
  );
}

export function useDeleteTemplate(onDone: () => void): UseMutationResult<unknown, Error, string> {
  return useAction((name) => request('DELETE', pathOf(name), { headers: WITHOUT_PROVENANCE }), {
    invalidates: [TEMPLATES],
    done: 'Template deleted',
    onDone,
  });
}

/** The output of a template for these alerts, or for a sample alert if there are none. */
export function useTemplatePreview(
  name: string,
  template: string,
  alerts: readonly object[],
): UseQueryResult<TemplatePreview> {
  return useQuery({
    queryKey: [TEST, name, template, alerts],
    queryFn: ({ signal }) =>
      request<TemplatePreview>('POST', TEST, { body: { name, template, alerts }, signal }),
    enabled: template.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
}
