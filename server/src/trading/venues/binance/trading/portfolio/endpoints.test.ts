import { expect, it } from 'vitest';
import type { CcxtClient } from '../../../shared/live/ccxtClient.ts';
import { type ConditionalCreate, conditionalCancel, conditionalCreate } from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const client: Pick<CcxtClient, 'request'> = {
  request: (...asked) => Promise.resolve(asked),
};

const order: ConditionalCreate = {
  algoType: 'CONDITIONAL',
  symbol: 'BTCUSDT',
  side: 'SELL',
  type: 'STOP',
  quantity: '1',
  clientAlgoId: '0',
  price: '90',
  timeInForce: 'GTX',
  triggerPrice: '95.10',
  callbackRate: undefined,
  positionSide: undefined,
  reduceOnly: true,
};

it('sends the present fields of a conditional order', async () => {
  const { algoType, symbol, side, type, quantity, clientAlgoId } = order;
  const { price, timeInForce, triggerPrice, reduceOnly } = order;
  expect(await conditionalCreate(client, order)).toStrictEqual([
    'um/algo/order',
    'papi',
    'POST',
    {
      algoType,
      symbol,
      side,
      type,
      quantity,
      clientAlgoId,
      price,
      timeInForce,
      triggerPrice,
      reduceOnly,
    },
  ]);
});

it('does not compile with a misspelt field of a conditional order', async () => {
  // @ts-expect-error: the field is called reduceOnly
  await conditionalCreate(client, { ...order, reduce_only: true });
  // @ts-expect-error: the venue calls it GTX
  await conditionalCreate(client, { ...order, timeInForce: 'POST_ONLY' });
  // @ts-expect-error: the venue calls it GTX
  await conditionalCreate(client, { ...order, postOnly: true });
  // @ts-expect-error: the field is called positionSide
  await conditionalCreate(client, { ...order, isClosing: true });
});

it('does not compile with a misspelt field of a cancel', async () => {
  // @ts-expect-error: the field is called clientAlgoId
  await conditionalCancel(client, { clientOrderId: '0' });
});
