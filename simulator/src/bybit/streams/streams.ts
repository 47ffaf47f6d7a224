import type { Exchange } from '../../exchange/exchange.ts';
import type { Connect } from '../../ws/sockets.ts';
import { errorAnswer, Refusal } from '../errors.ts';
import type { Updates } from '../updates.ts';
import { createPrivateStreams } from './privateStreams.ts';
import { createPublicStreams } from './publicStreams.ts';

export const streamHost = 'stream.bybit.com';

/** Accounts have one address for their events; each category has one for its public streams. */
export function createStreams(exchange: Exchange, updates: Updates): Connect {
  const toPublic = createPublicStreams(exchange, updates);
  const connects: Readonly<Record<string, Connect>> = {
    '/v5/private': createPrivateStreams(exchange),
    '/v5/public/spot': toPublic('spot'),
    '/v5/public/linear': toPublic('linear'),
    '/v5/public/inverse': toPublic('inverse'),
  };
  return (request, line) => {
    const connect = request.host === streamHost ? connects[request.path] : undefined;
    if (connect) return connect(request, line);
    const unknown = new Refusal(-1, `No stream at ${request.path}`, { status: 404 });
    return errorAnswer(unknown, exchange.now());
  };
}
