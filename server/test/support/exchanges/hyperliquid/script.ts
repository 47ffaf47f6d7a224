import { createHyperliquidFeed } from '../../../../src/trading/venues/hyperliquid/marketData/feed.ts';
import type { TrueBook } from '../../marketData/venueMarket.ts';
import type { VenueScript } from '../../marketData/venueScript.ts';

const book = ({ id, bids, asks }: TrueBook) => {
  const text = (side: TrueBook['bids']) => side.map(([px, sz]) => ({ px, sz, n: 1 }));
  const data = { coin: 'BTC', time: 1_700_000_000_000 + id, levels: [text(bids), text(asks)] };
  return JSON.stringify({ channel: 'l2Book', data });
};

/** hyperliquid's books of one perpetual: always whole. */
export const hyperliquidScript: VenueScript = {
  name: 'hyperliquid',
  createFeed: createHyperliquidFeed,
  symbol: 'BTC/USDC:USDC',
  numbering: 'single',
  levels: 'many',
  request(sent) {
    const { method, subscription } = JSON.parse(sent);
    if (subscription?.type !== 'l2Book' || subscription.coin !== 'BTC') return 'other';
    return method;
  },
  accepted: (sent) => [JSON.stringify({ channel: 'subscriptionResponse', data: JSON.parse(sent) })],
  refused: (sent) =>
    JSON.stringify({
      channel: 'error',
      data: `Invalid subscription ${JSON.stringify(JSON.parse(sent).subscription)}`,
    }),
  limited: () => JSON.stringify({ channel: 'error', data: 'Too many requests' }),
  snapshot: book,
  change: (_, after) => book(after),
  // The venue repeats its book; a test market that does not move would be a stall.
  repeats: true,
  detects: 'nothing',
  oldSnapshot: 'ignored',
  restart: 'disconnect',
};
