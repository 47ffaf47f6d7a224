import { beforeEach, describe, expect, it } from 'vitest';
import { createExchange, type Exchange } from './exchange.ts';
import type { Market } from './market.ts';
import type { Account } from './records.ts';
import type { Traits } from './traits.ts';

const traits: Traits = {
  idOf: ({ base, quote }) => `${base}-${quote}`,
  walletOf: ({ kind }) => kind,
  marketTraits: () => ({
    orderTypes: ['market', 'limit'],
    timeInForce: ['GTC', 'IOC'],
    spotFeeAsset: 'quote',
  }),
  takenAndEnded: () => [],
};
const unit = 10n ** 18n;
const hourMs = 3_600_000;

let at: number;
let exchange: Exchange;
let market: Market;
let account: Account;

beforeEach(() => {
  at = 10 * hourMs;
  exchange = createExchange(traits, () => at);
  market = exchange.define({
    kind: 'swap',
    base: 'BTC',
    quote: 'USD',
    tick: '0.5',
    lot: '0.01',
    minQuantity: '0.01',
    minNotional: '1',
    makerFeePpm: 200,
    takerFeePpm: 500,
  });
  const balances = { spot: { USD: '1000' }, swap: { USD: '1000' } };
  exchange.accounts.add({ apiKey: 'a', secret: 's', balances });
  const found = exchange.accounts.find('a');
  if (!found) throw new Error('Must hold: the account was just added');
  account = found;
  exchange.show('BTC/USD:USD', { bids: [[99, 10]], asks: [[101, 10]] });
});

function trade(side: 'buy' | 'sell', quantity: string) {
  const placed = exchange.place({ account, market, side, type: 'market', quantity });
  if ('refused' in placed) throw new Error(placed.refused);
  return placed.order;
}

const total = (wallet: string) =>
  exchange.accounts.wallets(account, wallet).find(({ asset }) => asset === 'USD')?.total;

describe('funding', () => {
  it('is published with the end of the running window by the exchange’s clock', () => {
    exchange.fundings.set(market, { rate: unit / 1_000n, nextRate: -unit, intervalHours: 4 });
    const published = { rate: unit / 1_000n, nextRate: -unit, intervalMs: 4 * hourMs };
    expect(exchange.fundings.of(market)).toEqual({ ...published, nextAt: 12 * hourMs });
    exchange.skew(3 * hourMs);
    expect(exchange.fundings.of(market).nextAt).toBe(16 * hourMs);
  });

  it('takes rate × notional at the mark from longs, and is booked', () => {
    trade('buy', '2');
    exchange.fundings.set(market, { rate: unit / 100n });
    const before = total('swap') ?? 0n;
    exchange.fundings.pay(market);
    // 2 × the mark of 100 × 1 percent.
    expect((total('swap') ?? 0n) - before).toBe(-2n * unit);
    const booked = exchange.incomes(account, 'swap').filter(({ kind }) => kind === 'funding');
    expect(booked).toMatchObject([{ asset: 'USD', amount: -2n * unit, at, market }]);
    expect(booked[0]?.funding).toEqual({ rate: unit / 100n, lots: 200, markTicks: 200 });
  });

  it('pays shorts, and the other way round below zero', () => {
    trade('sell', '2');
    exchange.fundings.set(market, { rate: unit / 100n });
    exchange.fundings.pay(market);
    at += 1;
    exchange.fundings.set(market, { rate: -unit / 100n });
    exchange.fundings.pay(market);
    const amounts = exchange.incomes(account, 'swap').filter(({ kind }) => kind === 'funding');
    expect(amounts.map(({ amount }) => amount)).toEqual([2n * unit, -2n * unit]);
  });

  it('is not paid twice in one moment', () => {
    trade('buy', '1');
    exchange.fundings.pay(market);
    expect(() => exchange.fundings.pay(market)).toThrow(RangeError);
  });
});

describe('what is booked', () => {
  it('has each profit and fee with its trade, and none for what only opens', () => {
    const opened = trade('buy', '1');
    exchange.show('BTC/USD:USD', { bids: [[109, 10]], asks: [[111, 10]] });
    const closed = trade('sell', '1');
    const booked = exchange.incomes(account, 'swap');
    expect(booked.map(({ kind, amount }) => [kind, amount])).toEqual([
      // 101 × 0.05 percent.
      ['fee', (-505n * unit) / 10_000n],
      ['realised', 8n * unit],
      ['fee', (-545n * unit) / 10_000n],
    ]);
    expect(booked.map(({ trade: own }) => own?.orderId)).toEqual([opened.id, closed.id, closed.id]);
    expect(new Set(booked.map(({ id }) => id)).size).toBe(3);
  });

  it('has a transfer in both wallets', () => {
    const move = { from: 'spot', to: 'swap', asset: 'USD', amount: 250n * unit };
    expect(exchange.accounts.transfer(account, move)).toBeUndefined();
    expect([total('spot'), total('swap')]).toEqual([750n * unit, 1_250n * unit]);
    const amounts = (wallet: string) =>
      exchange.incomes(account, wallet).map(({ kind, amount }) => [kind, amount]);
    expect(amounts('spot')).toEqual([['transfer', -250n * unit]]);
    expect(amounts('swap')).toEqual([['transfer', 250n * unit]]);
  });
});

describe('an account', () => {
  it('moves no more than is free', () => {
    const move = { from: 'spot', to: 'swap', asset: 'USD', amount: 1_001n * unit };
    expect(exchange.accounts.transfer(account, move)).toBe('INSUFFICIENT_BALANCE');
    expect([total('spot'), total('swap')]).toEqual([1_000n * unit, 1_000n * unit]);
    expect(exchange.accounts.transferable(account, 'spot', 'USD')).toBe(1_000n * unit);
    // A wallet that was never used is empty.
    expect(exchange.accounts.transferable(account, 'funding', 'USD')).toBe(0n);
  });

  it('keeps its margin mode while it holds a position', () => {
    expect(exchange.accounts.marginMode(account, market)).toBe('cross');
    expect(exchange.accounts.setMarginMode(account, market, 'isolated')).toBeUndefined();
    expect(exchange.accounts.marginMode(account, market)).toBe('isolated');
    trade('buy', '1');
    expect(exchange.accounts.setMarginMode(account, market, 'cross')).toBe('POSITION_OPEN');
    expect(exchange.accounts.risk(account, market)).toMatchObject({ markTicks: 200 });
  });
});
