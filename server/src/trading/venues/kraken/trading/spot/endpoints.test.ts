import { expect, it } from 'vitest';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import type { OrderCancel, OrderTerms } from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const terms: OrderTerms = {
  clientOrderId: '0',
  oflags: 'fciq',
  postOnly: true,
  timeInForce: undefined,
  stopLossPrice: undefined,
  takeProfitPrice: undefined,
};

it('sends the present terms of an order', () => {
  expect(encodeRequest<OrderTerms>(terms)).toStrictEqual({
    clientOrderId: '0',
    oflags: 'fciq',
    postOnly: true,
  });
});

it('does not compile with a misspelt term of an order', () => {
  // @ts-expect-error: the field is called postOnly
  encodeRequest<OrderTerms>({ ...terms, post_only: true });
  // @ts-expect-error: ccxt calls it postOnly
  encodeRequest<OrderTerms>({ ...terms, timeInForce: 'POST_ONLY' });
  // @ts-expect-error: the flag for a fee in the quote is fciq
  encodeRequest<OrderTerms>({ ...terms, oflags: 'fcib' });
  // @ts-expect-error: no order on spot reduces a position
  encodeRequest<OrderTerms>({ ...terms, reduceOnly: true });
});

it('does not compile with a misspelt field of a cancel', () => {
  // @ts-expect-error: ccxt calls it clientOrderId
  encodeRequest<OrderCancel>({ cl_ord_id: '0' });
});
