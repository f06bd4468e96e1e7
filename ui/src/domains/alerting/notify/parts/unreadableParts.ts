import type { UnreadableConfiguration } from '../../../../kernel/apiTypes';

/** A part of the configuration that the server cannot read. */
export type UnreadablePart = UnreadableConfiguration;

export const UNREADABLE = '/api/v1/alerting/unreadable';
