import { describe, expect, it } from 'vitest';
import { createExchange } from './exchange.ts';
import type { Traits } from './traits.ts';
import { toTrueOrder } from './trueOrder.ts';

const traits: Traits = {
  idOf: ({ base, quote }) => `${base}-${quote}`,
  walletOf: ({ kind }) => kind,
  marketTraits: () => ({
    orderTypes: ['market', 'limit'],
    timeInForce: ['GTC', 'IOC'],
    spotFeeAsset: 'quote',
  }),
  takenAndEnded: () => ['NO_LIQUIDITY'],
};

/** Opens a perpetual whose contract is a hundredth of a coin, at 100 and 101. */
function open() {
  const exchange = createExchange(traits, () => 1_000);
  const market = exchange.define({
    kind: 'swap',
    base: 'BTC',
    quote: 'USD',
    tick: '0.5',
    lot: '1',
    contractSize: '0.01',
    minQuantity: '1',
    minNotional: '0',
    makerFeePpm: 0,
    takerFeePpm: 0,
  });
  const balances = { swap: { USD: '1000000' } };
  for (const apiKey of ['a', 'b']) exchange.accounts.add({ apiKey, secret: 's', balances });
  const [account, other] = exchange.accounts.all();
  if (!account || !other) throw new Error('Must hold: two accounts were added');
  const buy = { account, market, side: 'buy', type: 'limit' } as const;
  const orders = () => exchange.everyOrder(account).map(toTrueOrder);
  return { exchange, buy, other, orders };
}

describe('an order as the exchange has it', () => {
  it('is counted in the base, with every trade once', () => {
    const { exchange, buy, orders } = open();
    exchange.show('BTC/USD:USD', {
      bids: [[100, 5]],
      asks: [
        [101, 3],
        [102, 9],
      ],
    });
    exchange.place({ ...buy, quantity: '5', price: '101.5' });
    exchange.show('BTC/USD:USD', { bids: [[99, 5]], asks: [[100.5, 1]] });
    expect(orders()).toEqual([
      {
        market: 'BTC/USD:USD',
        side: 'buy',
        type: 'limit',
        timeInForce: 'GTC',
        isReduceOnly: false,
        status: 'open',
        reason: undefined,
        quantity: '0.05',
        filled: '0.04',
        trades: [
          { quantity: '0.03', price: '101', worth: '3.03' },
          { quantity: '0.01', price: '101.5', worth: '1.015' },
        ],
      },
    ]);
  });

  it('that was taken and ended at once is among them, with why', () => {
    const { exchange, buy, orders } = open();
    exchange.place({ ...buy, type: 'market', quantity: '1' });
    expect(orders()).toMatchObject([{ status: 'rejected', reason: 'NO_LIQUIDITY', trades: [] }]);
  });

  it('of another account is not among them', () => {
    const { exchange, buy, other, orders } = open();
    exchange.show('BTC/USD:USD', { bids: [[100, 5]], asks: [[101, 3]] });
    exchange.place({ ...buy, account: other, quantity: '1', price: '90' });
    expect(orders()).toEqual([]);
  });
});
