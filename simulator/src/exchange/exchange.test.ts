import { beforeEach, describe, expect, it } from 'vitest';
import type { MarketDefinition } from './definition.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { Market } from './market.ts';
import type { EnteredOrder } from './orderEntry.ts';
import type { Account } from './records.ts';
import type { Traits } from './traits.ts';

const traits: Traits = {
  idOf: ({ base, quote }) => `${base}-${quote}`,
  walletOf: ({ kind }) => kind,
  marketTraits: () => ({
    orderTypes: ['market', 'limit', 'stop_loss'],
    timeInForce: ['GTC', 'IOC', 'FOK'],
    spotFeeAsset: 'quote',
  }),
  takenAndEnded: () => ['CANNOT_FILL_ALL'],
};
const spot: MarketDefinition = {
  kind: 'spot',
  base: 'BTC',
  quote: 'USD',
  tick: '0.5',
  lot: '0.01',
  minQuantity: '0.01',
  minNotional: '1',
  makerFeePpm: 0,
  takerFeePpm: 0,
};

let at: number;
let exchange: Exchange;
let market: Market;
let account: Account;

beforeEach(() => {
  at = 1_000;
  exchange = createExchange(traits, () => at);
  market = exchange.define(spot);
  const balances = { spot: { USD: '1000000' } };
  exchange.accounts.add({ apiKey: 'a', secret: 's', balances });
  const found = exchange.accounts.find('a');
  if (!found) throw new Error('Must hold: the account was just added');
  account = found;
  exchange.show('BTC/USD', { bids: [[100, 1]], asks: [[101, 1]] });
});

function place(fields: Partial<EnteredOrder> = {}) {
  return take({
    account,
    market,
    side: 'buy',
    type: 'limit',
    quantity: '1',
    price: '90',
    ...fields,
  });
}

function placeStop(stopPrice: string) {
  return take({ account, market, side: 'buy', type: 'stop_loss', quantity: '1', stopPrice });
}

function take(asked: EnteredOrder) {
  const placed = exchange.place(asked);
  if ('refused' in placed) throw new Error(placed.refused);
  return placed.order;
}

describe('an order that fills at once', () => {
  it('has one time with its fills, however time passes meanwhile', () => {
    const ticking = createExchange(traits, () => {
      at += 1;
      return at;
    });
    const there = ticking.define(spot);
    ticking.accounts.add({ apiKey: 'a', secret: 's', balances: { spot: { USD: '1000' } } });
    const owner = ticking.accounts.find('a');
    if (!owner) throw new Error('Must hold: the account was just added');
    ticking.show('BTC/USD', { bids: [[100, 1]], asks: [[101, 1]] });
    const asked = { account: owner, market: there, side: 'buy', type: 'market' } as const;
    const placed = ticking.place({ ...asked, quantity: '1' });
    if ('refused' in placed) throw new Error(placed.refused);
    const { createdAt, updatedAt, trades } = placed.order;
    expect([updatedAt, ...trades.map((trade) => trade.at)]).toEqual([createdAt, createdAt]);
  });
});

describe('the shown book', () => {
  const levels = () => {
    const { bids, asks } = exchange.prices.depth(market, 10);
    const plain = (side: typeof bids) =>
      side.map(({ price, quantity }) => [Number(price) / 1e18, Number(quantity) / 1e18]);
    return { bids: plain(bids), asks: plain(asks) };
  };

  it('replaces what was shown, and what was taken from it is there again', () => {
    place({ type: 'market', quantity: '0.4' });
    expect(levels().asks).toEqual([[101, 0.6]]);
    const book = {
      bids: [[99, 2]],
      asks: [
        ['101', '1'],
        [102, 3],
      ],
    } as const;
    exchange.show('BTC/USD', book);
    expect(levels()).toEqual({
      bids: [[99, 2]],
      asks: [
        [101, 1],
        [102, 3],
      ],
    });
    exchange.show('BTC/USD', { bids: [], asks: [] });
    expect(levels()).toEqual({ bids: [], asks: [] });
  });

  it('leaves what is wanted already where it stands', () => {
    const { sequence } = exchange.prices.depth(market, 1);
    exchange.show('BTC/USD', { bids: [[100, 1]], asks: [[101, 1]] });
    expect(exchange.prices.depth(market, 1).sequence).toBe(sequence);
  });

  it('moves the mark to its middle, and keeps it while a side is missing', () => {
    exchange.show('BTC/USD', { bids: [[100, 1]], asks: [[104, 1]] });
    expect(exchange.prices.markPrice(market)).toBe(102n * 10n ** 18n);
    exchange.show('BTC/USD', { bids: [[100, 1]], asks: [] });
    expect(exchange.prices.markPrice(market)).toBe(102n * 10n ** 18n);
  });

  it('sets off what waits only once all of it stands', () => {
    const waiting = placeStop('110');
    exchange.show('BTC/USD', { bids: [[110, 1]], asks: [[111, 1]] });
    expect(waiting.state).toMatchObject({ status: 'closed', filled: 100, tickLots: 22_200n });
    expect(waiting.child).toMatchObject({ at: 1_000 });
  });

  it.each([
    ['crossed', { bids: [[101, 1]], asks: [[101, 1]] }, /is crossed/],
    ['off the grid', { bids: [[100.1, 1]], asks: [] }, /off the grid of BTC\/USD/],
    ['of no quantity', { bids: [[100, 0]], asks: [] }, /off the grid of BTC\/USD/],
  ] as const)('is refused when it is %s', (_, book, text) => {
    expect(() => exchange.show('BTC/USD', book)).toThrow(text);
    expect(levels()).toEqual({ bids: [[100, 1]], asks: [[101, 1]] });
  });

  it('needs its market', () => {
    const nowhere = () => exchange.show('ETH/USD', { bids: [], asks: [] });
    expect(nowhere).toThrow('There is no market ETH/USD');
  });
});

describe('an exchange', () => {
  it('records what it takes and ends at once, and refuses the rest of what cannot be', () => {
    const killed = place({ price: '101', quantity: '2', timeInForce: 'FOK' });
    expect(killed.state).toMatchObject({ status: 'rejected', reason: 'CANNOT_FILL_ALL' });
    expect(exchange.order(killed.id)).toBe(killed);
    const refused = exchange.place({
      account,
      market,
      side: 'sell',
      type: 'limit',
      quantity: '1',
      price: '200',
    });
    expect(refused).toEqual({ refused: 'INSUFFICIENT_BALANCE' });
    expect(exchange.accepted()).toBe(1);
  });

  it('lets the orders of two accounts meet', () => {
    exchange.accounts.add({ apiKey: 'b', secret: 's', balances: { spot: { BTC: '1' } } });
    const resting = place({ price: '100.5' });
    const other = exchange.accounts.find('b') ?? account;
    const taking = place({ account: other, side: 'sell', price: '100.5' });
    expect([resting.state.status, taking.state.status]).toEqual(['closed', 'closed']);
    expect(resting.trades).toMatchObject([{ liquidity: 'maker', lots: 100 }]);
    expect(taking.trades).toMatchObject([{ liquidity: 'taker', lots: 100 }]);
    expect(exchange.orders(other, 'spot')).toEqual([taking]);
  });

  it('refuses a second account of a key, and money that is none', () => {
    const again = { apiKey: 'a', secret: 's', balances: {} };
    expect(() => exchange.accounts.add(again)).toThrow('There is an account with key a');
    const odd = { apiKey: 'c', secret: 's', balances: { spot: { USD: 'much' } } };
    expect(() => exchange.accounts.add(odd)).toThrow("'much' USD is no amount");
  });

  it('forgets the oldest ended orders beyond what it keeps, and no open one', () => {
    const open = place();
    const first = place({ timeInForce: 'IOC' });
    for (let count = 0; count < 20_000; count += 1) place({ timeInForce: 'IOC' });
    expect(exchange.order(first.id)).toBeUndefined();
    expect(exchange.order(first.id + 1)).toBeUndefined();
    expect(exchange.order(first.id + 2)).toBeDefined();
    expect(exchange.order(open.id)).toBe(open);
  });

  it('cancels what is open when its time is up, unless it was called off', () => {
    const order = place();
    const other = place({ market: exchange.define({ ...spot, base: 'ETH' }) });
    exchange.cancelAllAfter(account, market, 50);
    exchange.cancelAllAfter(account, market, 0);
    at += 100;
    exchange.passTime();
    expect(order.state.status).toBe('open');
    exchange.cancelAllAfter(account, market, 50);
    at += 50;
    exchange.passTime();
    expect([order.state.status, other.state.status]).toEqual(['canceled', 'open']);
  });
});
