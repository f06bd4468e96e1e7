/** Parts of the configuration that the server can not read. */
export interface UnreadablePart {
  part: 'policies' | 'mute timing' | 'silence' | 'inhibitions' | 'who is told';
  /** Of a timing, or the id of a silence. */
  name: string;
  message: string;
}

export const UNREADABLE = '/api/v1/alerting/unreadable';
