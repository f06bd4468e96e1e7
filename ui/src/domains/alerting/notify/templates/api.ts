/** Groups of message templates on the server, and what they would print. */
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

/** Edits made here leave a template editable here. */
const AS_PERSON = { 'X-Disable-Provenance': 'true' };

const pathOf = (name: string) => `${TEMPLATES}/${encodeURIComponent(name)}`;

export function useTemplates(): UseQueryResult<TemplateGroup[]> {
  return useApi<TemplateGroup[]>(TEMPLATES, { staleTime: 0 });
}

export function useDefaultTexts(): UseQueryResult<DefaultTemplates> {
  return useApi<DefaultTemplates>('/api/v1/alerting/templates/defaults', {
    staleTime: Infinity,
  });
}

export function useSaveTemplate(
  onDone: () => void,
): UseMutationResult<TemplateGroup, Error, { name: string; template: string; version: string }> {
  return useAction(
    ({ name, ...body }) =>
      request<TemplateGroup>('PUT', pathOf(name), { body, headers: AS_PERSON }),
    {
      invalidates: [TEMPLATES],
      done: ({ name }) => `Template “${name}” saved`,
      quiet: true,
      onDone,
    },
  );
}

export function useDeleteTemplate(onDone: () => void): UseMutationResult<unknown, Error, string> {
  return useAction((name) => request('DELETE', pathOf(name), { headers: AS_PERSON }), {
    invalidates: [TEMPLATES],
    done: 'Template deleted',
    onDone,
  });
}

export type Printed = TemplatePreview;

/** What a text prints for these alerts; for a made up one where there are none. */
export function usePrinted(
  name: string,
  template: string,
  alerts: readonly object[],
): UseQueryResult<Printed> {
  return useQuery({
    queryKey: [TEST, name, template, alerts],
    queryFn: ({ signal }) =>
      request<Printed>('POST', TEST, { body: { name, template, alerts }, signal }),
    enabled: template.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
}
