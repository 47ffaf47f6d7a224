import { expect, it } from 'vitest';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { type OrderCreate, orderCancel, orderCreate } from './endpoints.ts';

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

it('does not compile with a misspelt field of a cancel', async () => {
  // @ts-expect-error: the field is called orderLinkId
  await orderCancel(client, { category: 'spot', symbol: 'BTCUSDT', clientOrderId: '0' });
});
