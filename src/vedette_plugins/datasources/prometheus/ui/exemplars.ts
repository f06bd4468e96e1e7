/** Exemplars lead to their traces, as the source's settings say (`exemplarTraceIdDestinations`). */
import type { DataLink, DecorateContext, Field, Frame } from '@vedette/sdk';

interface Destination {
  /** Label of an exemplar that holds the trace id. */
  name?: string;
  datasourceUid?: string;
  url?: string;
  urlDisplayLabel?: string;
}

/** Destinations whose source is gone, or hidden from the reader, are left out. */
export function decorate(frames: readonly Frame[], context: DecorateContext): Frame[] {
  const stored = context.source.jsonData?.['exemplarTraceIdDestinations'];
  const destinations = Array.isArray(stored) ? (stored as Destination[]) : [];
  return frames.map((frame) => {
    if (frame.meta?.dataTopic !== 'annotations') return frame;
    return { ...frame, fields: frame.fields.map((field) => withLinks(field, destinations, context)) };
  });
}

function withLinks(field: Field, destinations: readonly Destination[], context: DecorateContext): Field {
  const own = destinations.filter(({ name }) => name === field.name);
  const links = own.flatMap((destination) => linkTo(destination, context));
  if (links.length === 0) return field;
  return { ...field, config: { ...field.config, links: [...(field.config.links ?? []), ...links] } };
}

function linkTo({ datasourceUid, url, urlDisplayLabel }: Destination, { sourceByUid }: DecorateContext): DataLink[] {
  if (!datasourceUid) return url ? [{ title: urlDisplayLabel || `Go to ${url}`, url, targetBlank: true }] : [];
  const target = sourceByUid(datasourceUid);
  if (!target) return [];
  const query = { queryType: 'traceql', query: '${__value.raw}' };
  const internal = { datasourceUid, datasourceName: target.name, query };
  return [{ title: urlDisplayLabel || `Trace in ${target.name}`, url: '', internal }];
}
