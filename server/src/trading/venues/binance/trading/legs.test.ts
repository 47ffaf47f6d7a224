import { describe, expect, it } from 'vitest';
import { type WireAnswer, wireCall } from '../../../../../test/support/ccxt/wireCall.ts';
import {
  binanceBtc,
  binanceOrder,
  binanceOrderTypes,
} from '../../../../../test/support/exchanges/binance/orders.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import type { OrderType, Side } from '../../../model/order.ts';
import type { PositionLeg } from '../../../model/positionLeg.ts';
import { failureOf } from '../../shared/live/failures.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { binanceDialect } from './dialect.ts';

const info = { orderTypes: [...binanceOrderTypes, 'TRAILING_STOP_MARKET'] };
const markets = [{ id: 'BTCUSDT', symbol: binanceBtc, info }];

/** Returns the requests of an order, and the error when the venue answers with no order. */
async function sentFor(order: VenueOrder, answer: WireAnswer = {}) {
  const { call, requests } = await wireCall(binanceDialect, markets, () => answer);
  const error = await binanceDialect.submit(call, order).catch((thrown: unknown) => thrown);
  const [request] = requests;
  return { error, path: request?.path, fields: request?.fields ?? {} };
}

const legs: readonly (readonly [PositionLeg, Side, boolean])[] = [
  ['long', 'buy', false],
  ['short', 'sell', false],
  ['long', 'sell', true],
  ['short', 'buy', true],
];
const plain: readonly OrderType[] = ['market', 'limit'];
const asleep: readonly OrderType[] = [
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
  'trailing_stop',
];

describe('an order of an account in hedge mode at binance', () => {
  it.each([...plain, ...asleep].flatMap((type) => legs.map((leg) => [type, ...leg] as const)))(
    '%s of the %s leg: %s, reduce only %s',
    async (type, leg, side, reduceOnly) => {
      const { path, fields } = await sentFor(binanceOrder(type, { leg, side, reduceOnly }));
      expect(path).toBe(plain.includes(type) ? '/fapi/v1/order' : '/fapi/v1/algoOrder');
      expect(fields).toMatchObject({
        side: side.toUpperCase(),
        positionSide: leg === 'long' ? 'LONG' : 'SHORT',
      });
      expect(fields).not.toHaveProperty('reduceOnly');
    },
  );

  it('has the flag and no leg in one-way mode', async () => {
    const oneWay = await sentFor(binanceOrder('market', { reduceOnly: true }));
    expect(oneWay.fields).toMatchObject({ reduceOnly: 'true' });
    expect(oneWay.fields).not.toHaveProperty('positionSide');
  });

  it.each([
    [-4061, "Order's position side does not match user's setting."],
    [-4062, 'Invalid or improper reduceOnly value.'],
    [-1106, "Parameter 'reduceonly' sent when not required."],
  ])('is refused with %i where the mode is another', async (code, msg) => {
    const refusal = { status: 400, text: JSON.stringify({ code, msg }) };
    const { error } = await sentFor(binanceOrder('market'), refusal);
    expect(failureOf(error, binanceDialect.errorMeanings)).toMatchObject({
      kind: 'refused',
      code: 'POSITION_MODE',
    });
  });
});

describe('fills of binance', () => {
  it('name the leg they opened or closed, and none in one-way mode', async () => {
    const trade = {
      symbol: 'BTCUSDT',
      side: 'SELL',
      price: '100',
      qty: '1',
      quoteQty: '100',
      commission: '0.1',
      commissionAsset: 'USDT',
      buyer: false,
      maker: false,
    };
    const sides = ['LONG', 'SHORT', 'BOTH'];
    const nowMs = createManualClock().now();
    const { call } = await wireCall(binanceDialect, markets, () =>
      sides.map((positionSide, id) => ({ ...trade, id, orderId: id, positionSide, time: nowMs })),
    );
    const query = { symbol: binanceBtc, marketType: 'swap', sinceMs: nowMs, limit: 9 } as const;
    const fills = await binanceDialect.fills(call, query);
    expect(fills.map(({ leg }) => leg)).toEqual(['long', 'short', undefined]);
  });
});

describe('the position mode of binance', () => {
  const rights = { enableFutures: true, enableSpotAndMarginTrading: true, ipRestrict: true };
  const open = (dollars: boolean, coins: boolean) =>
    wireCall(binanceDialect, markets, ({ path }) => {
      if (path.includes('apiRestrictions')) return rights;
      return { dualSidePosition: path.startsWith('/fapi') ? dollars : coins };
    });

  it.each([
    [true, 'hedge'],
    [false, 'one_way'],
  ] as const)('of %s is %s, by one request', async (isDual, mode) => {
    const { call, requests } = await open(isDual, isDual);
    expect(await binanceDialect.positionMode?.(call)).toBe(mode);
    expect(requests.map(({ path }) => path)).toEqual(['/fapi/v1/positionSide/dual']);
  });

  it('may be another in the API of coins, which verification tells', async () => {
    const alike = await open(true, true);
    expect(await binanceDialect.keyFacts?.(alike.call)).toMatchObject({ isHedged: true });
    const { call } = await open(true, false);
    expect(await binanceDialect.keyFacts?.(call)).toMatchObject({
      isHedged: true,
      heldOtherwise: expect.stringContaining('Coin-margined contracts are held one way'),
    });
  });
});
