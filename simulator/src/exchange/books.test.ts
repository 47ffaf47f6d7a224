import { beforeEach, describe, expect, it } from 'vitest';
import type { BookChange } from './bookNews.ts';
import { createBookWindow } from './bookWindow.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { Market } from './market.ts';
import type { DepthLevel } from './prices.ts';

const unit = 10n ** 18n;
const plain = (levels: readonly DepthLevel[]) =>
  levels.map(({ price, quantity }) => [Number(price) / 1e18, Number(quantity) / 1e18]);

let exchange: Exchange;
let market: Market;
let changes: BookChange[];

beforeEach(() => {
  exchange = createExchange(
    {
      idOf: ({ base, quote }) => `${base}-${quote}`,
      walletOf: ({ kind }) => kind,
      marketTraits: () => ({
        orderTypes: ['market', 'limit'],
        timeInForce: ['GTC'],
        spotFeeAsset: 'quote',
      }),
      takenAndEnded: () => [],
    },
    () => 1_000,
  );
  market = exchange.define({
    kind: 'spot',
    base: 'BTC',
    quote: 'USD',
    tick: '0.5',
    lot: '0.01',
    minQuantity: '0.01',
    minNotional: '1',
    makerFeePpm: 0,
    takerFeePpm: 0,
  });
  changes = [];
  exchange.onBook((change) => changes.push(change));
  exchange.show('BTC/USD', { bids: [[100, 1]], asks: [[101, 1]] });
});

describe('news of a book', () => {
  it('tell what its levels have become, as one change', () => {
    exchange.show('BTC/USD', { bids: [[100.5, 2]], asks: [[101, 3]] });
    const [first, second] = changes;
    expect(changes).toHaveLength(2);
    expect(second).toMatchObject({ market, at: 1_000, first: (first?.last ?? 0) + 1 });
    expect(plain(second?.bids ?? [])).toEqual([
      [100, 0],
      [100.5, 2],
    ]);
    expect(plain(second?.asks ?? [])).toEqual([[101, 3]]);
    expect(exchange.prices.depth(market, 5).sequence).toBe(second?.last);
  });

  it('tell of what an order of an account takes', () => {
    exchange.accounts.add({ apiKey: 'a', secret: 's', balances: { spot: { USD: '1000' } } });
    const account = exchange.accounts.find('a');
    if (!account) throw new Error('Must hold: the account was just added');
    exchange.place({ account, market, side: 'buy', type: 'limit', quantity: '0.4', price: '101' });
    expect(plain(changes.at(-1)?.asks ?? [])).toEqual([[101, 0.6]]);
    expect(changes.at(-1)?.bids).toEqual([]);
  });

  it('count from one again after a restart, in documents too', () => {
    exchange.show('BTC/USD', { bids: [[99, 1]], asks: [[102, 1]] });
    exchange.restart();
    expect(exchange.prices.depth(market, 5).sequence).toBe(1);
    exchange.show('BTC/USD', { bids: [[99, 2]], asks: [[102, 1]] });
    expect(changes.at(-1)).toMatchObject({ first: 2 });
    expect(exchange.prices.depth(market, 5).sequence).toBe(changes.at(-1)?.last);
  });

  it('are none when nothing changed', () => {
    exchange.show('BTC/USD', { bids: [[100, 1]], asks: [[101, 1]] });
    expect(changes).toHaveLength(1);
  });
});

describe('the window of a client', () => {
  const level = (price: number, quantity = 1): DepthLevel => ({
    price: BigInt(price) * unit,
    quantity: BigInt(quantity) * unit,
  });
  const depth = (bids: readonly DepthLevel[], asks: readonly DepthLevel[] = []) => ({
    sequence: 1,
    bids,
    asks,
  });
  const three = [level(10), level(9), level(8)];

  it('shows its levels first, then what changed of them', () => {
    const window = createBookWindow({ levels: 2, tellsPushedOut: true });
    const asks = [level(11), level(12), level(13)];
    const first = window.next(depth(three, asks));
    expect([plain(first.bids), plain(first.asks)]).toEqual([
      [
        [10, 1],
        [9, 1],
      ],
      [
        [11, 1],
        [12, 1],
      ],
    ]);
    const next = window.next(depth([level(10, 5), level(8)], [level(12), level(13)]));
    expect([plain(next.bids), plain(next.asks)]).toEqual([
      [
        [9, 0],
        [10, 5],
        [8, 1],
      ],
      [
        [11, 0],
        [13, 1],
      ],
    ]);
  });

  it.each([
    [
      true,
      [
        [9, 0],
        [11, 1],
      ],
    ],
    [false, [[11, 1]]],
  ])('tells of what was pushed out: %s', (tellsPushedOut, told) => {
    const window = createBookWindow({ levels: 2, tellsPushedOut });
    window.next(depth(three));
    expect(plain(window.next(depth([level(11), ...three])).bids)).toEqual(told);
    // A level that comes back is reported with its current quantity.
    const back = window.next(depth([level(10), level(9, 7)]));
    expect(plain(back.bids)).toEqual([
      [11, 0],
      [9, 7],
    ]);
  });
});
