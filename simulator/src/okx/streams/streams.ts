import type { Exchange } from '../../exchange/exchange.ts';
import type { Connect } from '../../ws/sockets.ts';
import { createPrivateStreams } from './privateStreams.ts';
import { createPublicStreams, publicPath } from './publicStreams.ts';

export const streamHost = 'ws.okx.com';

/** Streams of accounts, which need a login, and public ones at an address of their own. */
export function createStreams(exchange: Exchange): Connect {
  const [toPublic, toPrivate] = [createPublicStreams(exchange), createPrivateStreams(exchange)];
  return (request, line) =>
    request.path === publicPath ? toPublic(request, line) : toPrivate(request, line);
}
