import { createKrakenFeed } from '../../../../src/trading/venues/kraken/marketData/feed.ts';
import type { TextLevel } from '../../marketData/venueMarket.ts';
import type { VenueScript } from '../../marketData/venueScript.ts';

const sized = (side: readonly TextLevel[]) =>
  side.map(([price, qty]) => ({ price: +price, qty: +qty }));

/** Returns the futures stream of one product. */
export function krakenFuturesScript(symbol: string, product: string): VenueScript {
  const isInverse = product.includes('I_');
  return {
    name: `kraken futures ${product}`,
    createFeed: createKrakenFeed,
    symbol,
    numbering: 'single',
    levels: 'one',
    request(sent) {
      const { event, feed, product_ids } = JSON.parse(sent);
      if (feed !== 'book' || !product_ids.includes(product)) return 'other';
      return event === 'subscribe' || event === 'unsubscribe' ? event : 'other';
    },
    accepted: () => [JSON.stringify({ event: 'subscribed', feed: 'book', product_ids: [product] })],
    refused: () => JSON.stringify({ event: 'error', message: 'Invalid product id' }),
    limited: () => JSON.stringify({ event: 'error', message: 'Too many requests' }),
    snapshot: ({ id, bids, asks }) =>
      JSON.stringify({
        feed: 'book_snapshot',
        product_id: product,
        timestamp: 1_700_000_000_000 + id,
        seq: id,
        tickSize: null,
        bids: sized(bids),
        asks: sized(asks),
      }),
    change({ last, bids, asks }) {
      const [price, qty] = bids[0] ?? asks[0] ?? ['0', '0'];
      return JSON.stringify({
        feed: 'book',
        product_id: product,
        side: bids.length > 0 ? 'buy' : 'sell',
        seq: last,
        price: +price,
        qty: +qty,
        timestamp: 1_700_000_000_000 + last,
      });
    },
    document(url, { bids, asks }) {
      const host = 'https://futures.kraken.com/derivatives/api/v3/orderbook';
      if (url !== `${host}?symbol=${product}`) return undefined;
      const pairs = (side: readonly TextLevel[]) => side.map(([price, qty]) => [+price, +qty]);
      return JSON.stringify({
        result: 'success',
        orderBook: { bids: pairs(bids), asks: pairs(asks) },
        serverTime: '2026-08-02T03:35:51.660Z',
      });
    },
    ...(isInverse && { toBase: (price: number, size: number) => size / price }),
    detects: 'numbers',
    oldSnapshot: 'gap',
    restart: 'disconnect',
  };
}
