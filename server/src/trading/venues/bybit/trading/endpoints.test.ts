import { expect, it } from 'vitest';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import {
  accountInfo,
  closedPnl,
  executionList,
  leverageSetting,
  marginModeSetting,
  type OrderCreate,
  orderCancel,
  orderCreate,
  positionList,
  recentOrders,
  tradingStop,
  transactionLog,
} from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const client: Pick<CcxtClient, 'request'> = {
  request: (...asked) => Promise.resolve(asked),
};

const order: OrderCreate = {
  category: 'linear',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '1',
  orderLinkId: '0',
  price: '95.10',
  timeInForce: 'PostOnly',
  marketUnit: undefined,
  triggerPrice: undefined,
  orderFilter: undefined,
  triggerDirection: undefined,
  reduceOnly: true,
  positionIdx: undefined,
};

it('sends the present fields of an order', async () => {
  const { category, symbol, side, orderType, qty, orderLinkId, price, timeInForce } = order;
  expect(await orderCreate(client, order)).toStrictEqual([
    'v5/order/create',
    'private',
    'POST',
    {
      category,
      symbol,
      side,
      orderType,
      qty,
      orderLinkId,
      price,
      timeInForce,
      reduceOnly: true,
    },
  ]);
});

it('does not compile with a misspelt field of an order', async () => {
  // @ts-expect-error: the field is called reduceOnly
  await orderCreate(client, { ...order, reduce_only: true });
  // @ts-expect-error: the venue calls it PostOnly
  await orderCreate(client, { ...order, timeInForce: 'POST_ONLY' });
  // @ts-expect-error: the field is called positionIdx
  await orderCreate(client, { ...order, positionIndex: 1 });
});

const market = { category: 'linear', symbol: 'BTCUSDT' } as const;
const log = { accountType: 'UNIFIED', category: undefined, baseCoin: undefined } as const;
const page = { startTime: 1, endTime: 2, limit: 50, cursor: undefined };

it('does not compile with a misspelt field of any other request', async () => {
  // @ts-expect-error: the field is called orderLinkId
  await orderCancel(client, { ...market, clientOrderId: '0' });
  // @ts-expect-error: the field is called orderId
  await recentOrders(client, { ...market, order_id: '0' });
  // @ts-expect-error: the field is called settleCoin
  await positionList(client, { category: 'linear', settle: 'USDT' });
  // @ts-expect-error: the field is called endTime
  await executionList(client, { ...market, execType: 'Trade', until: 2 });
  const stop = { ...market, tpslMode: 'Full', positionIdx: 0, trailingStop: '1' } as const;
  // @ts-expect-error: the venue counts trailing stops in prices
  await tradingStop(client, { ...stop, trailingDelta: '1' });
  const leverage = { ...market, buyLeverage: '3', sellLeverage: '3' };
  // @ts-expect-error: each side is set
  await leverageSetting(client, { ...leverage, leverage: '3' });
  // @ts-expect-error: the venue calls it REGULAR_MARGIN
  await marginModeSetting(client, { setMarginMode: 'CROSS_MARGIN' });
  // @ts-expect-error: the venue calls it SETTLEMENT
  await transactionLog(client, { ...page, ...log, type: 'FUNDING' });
  // @ts-expect-error: the field is called cursor
  await closedPnl(client, { ...page, ...market, pageCursor: '' });
  // @ts-expect-error: it takes no fields
  await accountInfo(client, market);
});
