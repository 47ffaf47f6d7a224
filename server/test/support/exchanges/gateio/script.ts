import { createGateioFeed } from '../../../../src/trading/venues/gateio/marketData/feed.ts';
import type { TrueBook } from '../../marketData/venueMarket.ts';
import type { VenueScript } from '../../marketData/venueScript.ts';

/** Base units of one contract of the perpetual. */
const multiplier = 0.25;

/**
 * Returns gate's stream of one pair: spot, or with `:USDT` the perpetual, `:BTC` the inverse one.
 */
export function gateioScript(symbol = 'BTC/USDT'): VenueScript {
  const [pair = '', settle] = symbol.split(':');
  const name = pair.replace('/', '_');
  const channel = settle === undefined ? 'spot.obu' : 'futures.obu';
  const stream = `ob.${name}.400`;
  const frame = (result: object) =>
    JSON.stringify({ channel, event: 'update', time_ms: 1_700_000_000_000, result });
  const answer = (sent: string, error: object | null) => {
    const { id, event } = JSON.parse(sent);
    const result = error ? null : { status: 'success' };
    return JSON.stringify({ time: 1, id, channel, event, error, result });
  };
  const document = (url: string, { id, bids, asks }: TrueBook) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith(`/contracts/${name}`)) {
      return JSON.stringify({ name, type: 'direct', quanto_multiplier: String(multiplier) });
    }
    const asked = searchParams.get(settle === undefined ? 'currency_pair' : 'contract');
    if (!pathname.endsWith('/order_book') || asked !== name) return undefined;
    const text = (side: TrueBook['bids']) =>
      settle === undefined ? side : side.map(([p, s]) => ({ p, s: Number(s) }));
    return JSON.stringify({ id, current: 1.7e9, bids: text(bids), asks: text(asks) });
  };
  return {
    name: `gateio ${symbol}`,
    createFeed: createGateioFeed,
    symbol,
    numbering: 'ranges',
    levels: 'many',
    request(sent) {
      const { event, payload } = JSON.parse(sent);
      if (event !== 'subscribe' && event !== 'unsubscribe') return 'other';
      return payload.includes(stream) ? event : 'other';
    },
    accepted: (sent) => [answer(sent, null)],
    refused: (sent) => answer(sent, { code: 2, message: 'unknown currency pair: X_USDT' }),
    limited: (sent) => answer(sent, { code: 4, message: 'too many requests' }),
    snapshot: ({ id, bids, asks }) =>
      frame({ t: 1_700_000_000_000, full: true, s: stream, u: id, b: bids, a: asks }),
    change: ({ first, last, bids, asks }) =>
      frame({ t: 1_700_000_000_000, s: stream, U: first, u: last, b: bids, a: asks }),
    document,
    ...(settle === 'USDT' && { toBase: (_: number, size: number) => size * multiplier }),
    ...(settle === 'BTC' && { toBase: (price: number, size: number) => size / price }),
    detects: 'numbers',
    oldSnapshot: 'gap',
    restart: 'disconnect',
  };
}
