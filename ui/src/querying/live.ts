/** Follows queries over the one live connection of this page. */
import { apiUrl } from '../kernel/api';
import { LiveConnection, type Followed } from './liveConnection';

export type { Followed } from './liveConnection';

let connection: LiveConnection | undefined;

/** Gives the function that stops it. */
export function followQuery(one: Followed): () => void {
  connection ??= new LiveConnection(openSocket);
  return connection.follow(one);
}

function openSocket(): WebSocket {
  const address = new URL(apiUrl('/api/live/ws'), window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address);
}
