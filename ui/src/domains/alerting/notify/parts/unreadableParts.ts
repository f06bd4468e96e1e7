import type { Unreadable } from '../../../../kernel/apiTypes';

/** A part of the configuration that the server cannot read. */
export type UnreadablePart = Unreadable;

export const UNREADABLE = '/api/v1/alerting/unreadable';
