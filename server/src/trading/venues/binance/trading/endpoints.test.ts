import { expect, it } from 'vitest';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { type OcoCreate, type OrderName, type OrderTerms, ocoCreate } from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const client: Pick<CcxtClient, 'request'> = {
  request: (...asked) => Promise.resolve(asked),
};

const terms: OrderTerms = {
  clientOrderId: '0',
  postOnly: true,
  timeInForce: undefined,
  stopLossPrice: undefined,
  takeProfitPrice: undefined,
  trailingPercent: undefined,
  positionSide: undefined,
  reduceOnly: true,
};

const oco: OcoCreate = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  quantity: '1',
  listClientOrderId: '0-l',
  aboveType: 'STOP_LOSS',
  abovePrice: undefined,
  aboveStopPrice: '95.10',
  aboveClientOrderId: '0-s',
  belowType: 'LIMIT_MAKER',
  belowPrice: '90',
  belowStopPrice: undefined,
  belowClientOrderId: '0',
};

it('sends the present terms of an order', () => {
  expect(encodeRequest<OrderTerms>(terms)).toStrictEqual({
    clientOrderId: '0',
    postOnly: true,
    reduceOnly: true,
  });
});

it('sends the present fields of an OCO', async () => {
  const { symbol, side, quantity, listClientOrderId, ...legs } = oco;
  const { aboveType, aboveStopPrice, aboveClientOrderId } = legs;
  const { belowType, belowPrice, belowClientOrderId } = legs;
  expect(await ocoCreate(client, oco)).toStrictEqual([
    'orderList/oco',
    'private',
    'POST',
    {
      symbol,
      side,
      quantity,
      listClientOrderId,
      aboveType,
      aboveStopPrice,
      aboveClientOrderId,
      belowType,
      belowPrice,
      belowClientOrderId,
    },
  ]);
});

it('does not compile with a misspelt term of an order', () => {
  // @ts-expect-error: the field is called reduceOnly
  encodeRequest<OrderTerms>({ ...terms, reduce_only: true });
  // @ts-expect-error: the field is called postOnly
  encodeRequest<OrderTerms>({ ...terms, post_only: true });
  // @ts-expect-error: ccxt calls it postOnly
  encodeRequest<OrderTerms>({ ...terms, timeInForce: 'POST_ONLY' });
  // @ts-expect-error: the field is called positionSide
  encodeRequest<OrderTerms>({ ...terms, isClosing: true });
});

it('does not compile with a misspelt field of an OCO', async () => {
  // @ts-expect-error: the leg that only rests has the type LIMIT_MAKER
  await ocoCreate(client, { ...oco, belowType: 'POST_ONLY' });
  // @ts-expect-error: the field is called aboveStopPrice
  await ocoCreate(client, { ...oco, aboveTriggerPrice: '95.10' });
  // @ts-expect-error: no order on spot reduces a position
  await ocoCreate(client, { ...oco, reduceOnly: true });
});

it('does not compile with a misspelt field of a cancel', () => {
  // @ts-expect-error: ccxt calls it clientOrderId
  encodeRequest<OrderName>({ origClientOrderId: '0' });
});
