import type { Exchange } from '../../exchange/exchange.ts';
import type { Connect } from '../../ws/sockets.ts';
import { createPrivateStreams } from './privateStreams.ts';
import { createPublicStreams, publicPath } from './publicStreams.ts';

export const streamHost = 'ws.okx.com';

/** What accounts hear needs a login, and what everybody hears has an address of its own. */
export function createStreams(exchange: Exchange): Connect {
  const [toPublic, toPrivate] = [createPublicStreams(exchange), createPrivateStreams(exchange)];
  return (request, line) =>
    request.path === publicPath ? toPublic(request, line) : toPrivate(request, line);
}
