import { describe, expect, it } from 'vitest';
import {
  bybitExecution,
  bybitRecord,
  bybitSymbol,
  clientId,
  list,
  openBybit,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { bybitDialect } from './dialect.ts';

/** Returns the state of an order that is found, with its fills. */
async function read(
  changes: object,
  {
    marketType = 'swap' as MarketType,
    symbol = bybitSymbol(marketType),
    fills = [] as readonly object[],
  } = {},
) {
  const venue = openBybit({
    '/v5/order/realtime': [list(bybitRecord(changes))],
    '/v5/execution/list': [list(...fills)],
  });
  const ref = { clientId, symbol, marketType, venueOrderId: undefined };
  const state = await venue.ask((call) => bybitDialect.lookup(call, ref));
  return { ...state, sent: venue.sent };
}

describe('an order of bybit', () => {
  it('that rests is as the venue has it', async () => {
    const { sent, ...state } = await read({});
    expect(state).toEqual({
      clientId,
      venueOrderId: 'fd4300ae',
      symbol: 'BTC/USDT:USDT',
      marketType: 'swap',
      side: 'buy',
      type: 'limit',
      status: 'open',
      price: 95.1,
      stopPrice: undefined,
      quantity: '0.5',
      filled: '0',
      average: undefined,
      cost: '0',
      fees: {},
      createdAtMs: 1_699_999_990_000,
      updatedAtMs: 1_699_999_990_500,
      lastTradeAtMs: undefined,
      reason: undefined,
    });
    expect(sent).toHaveLength(1);
  });

  const cancelled = { orderStatus: 'Cancelled' };
  const byUser = { cancelType: 'CancelByUser', rejectReason: 'EC_PerCancelRequest' };
  const unmatched = { rejectReason: 'EC_NoImmediateQtyToFill' };
  it.each([
    [{ orderStatus: 'New' }, 'open', undefined],
    [{ orderStatus: 'PartiallyFilled' }, 'open', undefined],
    [{ orderStatus: 'Untriggered' }, 'open', undefined],
    [{ orderStatus: 'Triggered' }, 'open', undefined],
    [{ orderStatus: 'Filled', timeInForce: 'IOC' }, 'closed', undefined],
    [{ orderStatus: 'Deactivated', timeInForce: 'IOC' }, 'canceled', undefined],
    [{ ...cancelled, ...byUser }, 'canceled', undefined],
    [{ ...cancelled, ...byUser, timeInForce: 'IOC' }, 'canceled', undefined],
    [{ ...byUser, orderStatus: 'PartiallyFilledCanceled' }, 'canceled', undefined],
    [{ ...cancelled, ...unmatched, timeInForce: 'IOC' }, 'expired', undefined],
    [
      {
        orderStatus: 'PartiallyFilledCanceled',
        timeInForce: 'IOC',
        rejectReason: 'EC_CancelForNoFullFill',
      },
      ...(['expired', undefined] as const),
    ],
    [
      { ...cancelled, rejectReason: 'EC_NoEnoughQtyToFill', timeInForce: 'FOK' },
      ...(['expired', 'The whole quantity cannot be filled at once.'] as const),
    ],
    [
      { ...cancelled, rejectReason: 'EC_PostOnlyWillTakeLiquidity', timeInForce: 'PostOnly' },
      ...(['rejected', 'The order would take liquidity at once.'] as const),
    ],
    [
      { ...cancelled, cancelType: 'CancelByReduceOnly' },
      ...(['canceled', 'There is no position left to reduce.'] as const),
    ],
    [
      { ...cancelled, cancelType: 'CancelBySmp' },
      ...(['canceled', 'The exchange ended it: CancelBySmp.'] as const),
    ],
    [
      { orderStatus: 'Rejected', rejectReason: 'EC_ReachRiskPriceLimit' },
      ...(['rejected', 'The exchange ended it: EC_ReachRiskPriceLimit.'] as const),
    ],
  ])('with %o is %s', async (changes, status, reason) => {
    expect(await read(changes)).toMatchObject({ status, reason });
  });

  it('of a status nobody has heard of is not made up', async () => {
    const message = 'The exchange returned an unknown order status: Dormant.';
    await expect(read({ orderStatus: 'Dormant' })).rejects.toMatchObject({
      name: 'NoAnswerError',
      message,
    });
  });

  const market = { orderType: 'Market', timeInForce: 'IOC', price: '104.55' };
  const sell = { side: 'Sell' };
  const rise = { triggerPrice: '110.00', stopOrderType: 'Stop', triggerDirection: 1 };
  const fall = { triggerPrice: '110.00', stopOrderType: 'Stop', triggerDirection: 2 };
  it.each([
    [market, 'market', undefined, undefined],
    [{ ...market, ...rise }, 'stop_loss', undefined, 110],
    [{ ...market, ...fall, ...sell }, 'stop_loss', undefined, 110],
    [{ ...market, ...fall }, 'take_profit', undefined, 110],
    [{ ...market, ...rise, ...sell }, 'take_profit', undefined, 110],
    [rise, 'stop_loss_limit', 95.1, 110],
    [{ ...fall, ...sell }, 'stop_loss_limit', 95.1, 110],
    [fall, 'take_profit_limit', 95.1, 110],
    [{ ...rise, ...sell }, 'take_profit_limit', 95.1, 110],
    [
      { ...market, stopOrderType: 'TrailingStop', triggerPrice: '99' },
      ...(['trailing_stop', undefined, undefined] as const),
    ],
    [{ ...market, ...fall, stopOrderType: 'StopLoss' }, 'stop_loss', undefined, 110],
    [{ ...rise, stopOrderType: 'PartialTakeProfit' }, 'take_profit_limit', 95.1, 110],
  ])('with %o is a %s', async (changes, type, price, stopPrice) => {
    expect(await read(changes)).toMatchObject({ type, price, stopPrice });
  });

  it.each([
    ['Buy', '100', 'stop_loss'],
    ['Buy', '120', 'take_profit'],
    ['Sell', '100', 'take_profit'],
    ['Sell', '120', 'stop_loss'],
    ['Sell', '', 'stop_loss'],
  ])('on spot with a stop: a %s made at %s is a %s', async (side, lastPriceOnCreated, type) => {
    const stop = { triggerPrice: '110', triggerDirection: 0, marketUnit: 'baseCoin' };
    const changes = { ...market, ...stop, side, lastPriceOnCreated };
    expect(await read(changes, { marketType: 'spot' })).toMatchObject({ type, quantity: '0.5' });
  });

  it('of others has no id of ours', async () => {
    for (const orderLinkId of ['', 'web-1', clientId.toUpperCase(), `${clientId}0`]) {
      const venue = openBybit({ '/v5/order/realtime': [list(bybitRecord({ orderLinkId }))] });
      const [state] = await venue.ask((call) =>
        bybitDialect.openOrders(call, 'swap', bybitSymbol('swap')),
      );
      expect(state).toMatchObject({ venueOrderId: 'fd4300ae', clientId: undefined });
    }
  });
});

describe('what an order of bybit has filled', () => {
  const half = {
    orderStatus: 'PartiallyFilled',
    cumExecQty: '0.20',
    cumExecValue: '19.02',
    avgPrice: '95.1',
    leavesQty: '0.3',
    cumFeeDetail: { USDT: '0.011412' },
  };

  it('is the sum of its fills, to the last digit', async () => {
    const fills = [
      bybitExecution({ execId: '1', execQty: '0.1', execPrice: '95', execFee: '0.005' }),
      bybitExecution({
        execId: '2',
        execQty: '0.1',
        execPrice: '95.2',
        execFee: '0.006',
        execTime: '1699999996000',
      }),
    ];
    const { sent, ...state } = await read(half, { fills });
    expect(state).toMatchObject({
      filled: '0.2',
      average: 95.1,
      cost: '19.02',
      fees: { USDT: '0.011' },
      lastTradeAtMs: 1_699_999_996_000,
      status: 'open',
      quantity: '0.5',
    });
    expect(sent[1]?.fields).toEqual({
      category: 'linear',
      orderId: 'fd4300ae',
      execType: 'Trade',
      limit: '100',
    });
  });

  it('is what the order says while not all fills are listed', async () => {
    const fills = [bybitExecution({ execQty: '0.1', execPrice: '95' })];
    expect(await read(half, { fills })).toMatchObject({
      filled: '0.2',
      average: 95.1,
      cost: '19.02',
      fees: { USDT: '0.011412' },
      lastTradeAtMs: 1_699_999_990_500,
    });
    const { cumFeeDetail: _, ...older } = { ...half, avgPrice: '' };
    expect(await read(older)).toMatchObject({ filled: '0.2', average: 95.1, fees: {} });
  });

  it('is in base units where contracts are units of the quote', async () => {
    const symbol = 'BTC/USD:BTC' as InstrumentSymbol;
    const record = {
      symbol: 'BTCUSD',
      price: '50000',
      qty: '300',
      leavesQty: '200',
      cumExecQty: '100',
      cumExecValue: '0.002',
      orderStatus: 'PartiallyFilled',
    };
    const fills = [
      bybitExecution({
        execQty: '100',
        execValue: '0.002',
        execPrice: '50000',
        execFee: '0.000001',
      }),
    ];
    const { sent, ...state } = await read(record, { symbol, fills });
    expect(state).toMatchObject({
      quantity: '0.006',
      filled: '0.002',
      average: 50_000,
      cost: '100',
      fees: { BTC: '0.000001' },
    });
    expect(sent.map(({ fields }) => fields.category)).toEqual(['inverse', 'inverse']);
  });

  it.each([
    ['baseCoin', clientId, '0.5'],
    ['', clientId, '0.5'],
    ['', 'web-1', '0.2'],
    ['quoteCoin', 'web-1', '0.2'],
    ['baseCoin', 'web-1', '0.5'],
  ])('of a market buy on spot in %s by %s is of %s', async (marketUnit, orderLinkId, quantity) => {
    const changes = { ...half, orderType: 'Market', marketUnit, orderLinkId };
    const venue = openBybit({
      '/v5/order/realtime': [list(bybitRecord(changes))],
      '/v5/execution/list': [list()],
    });
    const [state] = await venue.ask((call) =>
      bybitDialect.openOrders(call, 'spot', bybitSymbol('spot')),
    );
    expect(state).toMatchObject({ quantity, filled: '0.2' });
  });
});
