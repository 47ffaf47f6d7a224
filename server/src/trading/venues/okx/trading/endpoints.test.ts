import { expect, it } from 'vitest';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import {
  accountBills,
  accountPositions,
  assetTransfer,
  cancelAllAfter,
  leverageSetting,
  markPriceCandles,
  type OpenOrdersParams,
  type OrderParams,
  type TradeOrder,
  type TradeOrderAlgo,
  tradeFee,
  tradeFills,
  tradeOrder,
  tradeOrderAlgo,
} from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const client: Pick<CcxtClient, 'request'> = {
  request: (...asked) => Promise.resolve(asked),
};

const terms = {
  instId: 'BTC-USDT-SWAP',
  side: 'buy',
  sz: '1',
  clOrdId: '0',
  posSide: undefined,
  reduceOnly: true,
  tgtCcy: undefined,
  tdMode: 'cross',
} as const;
const order: TradeOrder = { ...terms, ordType: 'post_only', px: '95.10' };
const algo: TradeOrderAlgo = {
  ...terms,
  algoClOrdId: '0',
  ordType: 'conditional',
  callbackRatio: undefined,
  tpTriggerPx: undefined,
  tpTriggerPxType: undefined,
  tpOrdPx: undefined,
  slTriggerPx: '90',
  slTriggerPxType: 'last',
  slOrdPx: '-1',
};

it('sends the present fields of an order', async () => {
  const { instId, side, sz, clOrdId, reduceOnly, tdMode, ordType, px } = order;
  const body = { instId, side, sz, clOrdId, reduceOnly, tdMode, ordType, px };
  expect(await tradeOrder(client, order)).toStrictEqual(['trade/order', 'private', 'POST', body]);
});

it('does not compile with a misspelt field of an order', async () => {
  // @ts-expect-error: the field is called reduceOnly
  await tradeOrder(client, { ...order, reduce_only: true });
  // @ts-expect-error: the venue calls it post_only
  await tradeOrder(client, { ...order, ordType: 'postOnly' });
  // @ts-expect-error: the field is called posSide
  await tradeOrder(client, { ...order, positionSide: 'long' });
});

it('does not compile with a misspelt field of an algo order', async () => {
  // @ts-expect-error: the field is called reduceOnly
  await tradeOrderAlgo(client, { ...algo, isClosing: true });
  // @ts-expect-error: the field is called slOrdPx
  await tradeOrderAlgo(client, { ...algo, slOrderPx: '-1' });
  // @ts-expect-error: the venue calls it move_order_stop
  await tradeOrderAlgo(client, { ...algo, ordType: 'trailing_stop' });
});

const swap = { instType: 'SWAP', instId: 'BTC-USDT-SWAP' } as const;

it('does not compile with a misspelt field of any other request', async () => {
  // @ts-expect-error: the field is called clientOrderId
  encodeRequest<OrderParams>({ clOrdId: '0' });
  const open = { instType: 'SWAP', after: undefined } as const;
  // @ts-expect-error: the field is called trigger
  encodeRequest<OpenOrdersParams>({ ...open, ordType: 'oco', trigger: true, stop: true });
  // @ts-expect-error: the field is called timeOut
  await cancelAllAfter(client, { timeOut: '10', timeout: '10' });
  // @ts-expect-error: the field is called ordId
  await tradeFills(client, { ...swap, orderId: '0' });
  const bills = { ...swap, type: '8', ccy: 'USDT', ctType: undefined, after: undefined };
  // @ts-expect-error: the field is called begin
  await accountBills(client, { ...bills, since: '0' });
  // @ts-expect-error: the venue calls it SWAP
  await accountPositions(client, { ...swap, instType: 'swap' });
  const leverage = { instId: 'BTC-USDT-SWAP', lever: '3', posSide: undefined };
  // @ts-expect-error: the venue calls it cross
  await leverageSetting(client, { ...leverage, mgnMode: 'crossed' });
  // @ts-expect-error: the field is called instFamily
  await tradeFee(client, { ...swap, instFamily: undefined, uly: 'BTC-USDT' });
  const transfer = { type: '0', ccy: 'USDT', amt: '1', from: '6', to: '18' } as const;
  // @ts-expect-error: the field is called amt
  await assetTransfer(client, { ...transfer, amount: '1' });
  const candles = { instId: 'BTC-USDT-SWAP', after: '2', before: '1', limit: '100' };
  // @ts-expect-error: the venue calls it 1m
  await markPriceCandles(client, { ...candles, bar: '1min' });
});
