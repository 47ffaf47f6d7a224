import { beforeEach, describe, expect, it } from 'vitest';
import { krakenTraits } from '../kraken/traits.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { Market } from './market.ts';

let exchange: Exchange;
let market: Market;
beforeEach(() => {
  exchange = createExchange(krakenTraits, () => 1_000);
  market = exchange.define({
    kind: 'spot',
    base: 'BTC',
    quote: 'USD',
    tick: '0.01',
    lot: '0.001',
    minQuantity: '0.01',
    minNotional: '1',
    makerFeePpm: 0,
    takerFeePpm: 0,
  });
  exchange.accounts.add({
    apiKey: 'a',
    secret: 's',
    balances: { spot: { USD: '1000', BTC: '10' } },
  });
  exchange.show('BTC/USD', { bids: [[100.05, 0.015]], asks: [[101.07, 0.015]] });
});

function place(quantity: string, price = '100.01') {
  const account = exchange.accounts.find('a');
  if (!account) throw new Error('there is an account');
  return exchange.place({ account, market, side: 'buy', type: 'limit', quantity, price });
}

describe('filters that change while a market runs', () => {
  it('are of the very market that orders have, and count nothing anew', () => {
    const placed = place('0.02');
    exchange.changeFilters('BTC/USD', { tick: '0.1', lot: '0.01' });
    expect(market.definition).toMatchObject({ tick: '0.1', lot: '0.01', minQuantity: '0.01' });
    expect(market.steps).toEqual({ tick: 10n ** 17n, lot: 10n ** 16n });
    expect(exchange.prices.depth(market, 9).bids).toEqual([
      { price: 10_005n * 10n ** 16n, quantity: 15n * 10n ** 15n },
      { price: 10_001n * 10n ** 16n, quantity: 2n * 10n ** 16n },
    ]);
    expect('order' in placed && placed.order.market).toBe(market);
  });

  it('refuse what is below the minimums of now, and leave the market maker alone', () => {
    exchange.changeFilters('BTC/USD', { minQuantity: '0.1', minNotional: '20' });
    expect(place('0.09')).toEqual({ refused: 'BELOW_MINIMUM' });
    expect(place('0.1')).toEqual({ refused: 'BELOW_MINIMUM' });
    expect(place('0.2')).toMatchObject({ order: { state: { status: 'open' } } });
    exchange.show('BTC/USD', { bids: [[100, 0.011]], asks: [] });
    expect(exchange.prices.depth(market, 1).bids).toHaveLength(1);
    exchange.changeFilters('BTC/USD', { minQuantity: '0.01', minNotional: '1' });
    expect(place('0.09')).toMatchObject({ order: { state: { status: 'open' } } });
  });

  it.each(['0.015', '0.001', '0', 'much'])('cannot have a tick of %s', (tick) => {
    expect(() => exchange.changeFilters('BTC/USD', { tick })).toThrow(/is no multiple of the step/);
  });
});

describe('a fill before a cancel', () => {
  it('takes what stands before the order, and leaves the shown book', () => {
    const first = place('0.02', '100.05');
    const placed = place('0.02', '100.01');
    if (!('order' in first) || !('order' in placed)) throw new Error('both are taken');
    expect(exchange.canOvertake(placed.order)).toBe(true);
    exchange.overtake(placed.order);
    expect([first.order.state.status, placed.order.state.status]).toEqual(['closed', 'closed']);
    expect(exchange.prices.depth(market, 9)).toMatchObject({
      bids: [{ price: 10_005n * 10n ** 16n }],
      asks: [{ price: 10_107n * 10n ** 16n }],
    });
    expect(exchange.canOvertake(placed.order)).toBe(false);
    expect(exchange.cancel(placed.order)).toBe(false);
  });

  it('does not reach far from the market', () => {
    const placed = place('0.02', '99.5');
    expect('order' in placed && exchange.canOvertake(placed.order)).toBe(false);
  });
});
