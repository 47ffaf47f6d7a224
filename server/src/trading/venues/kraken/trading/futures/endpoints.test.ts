import { expect, it } from 'vitest';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import type { OrderCancel, OrderTerms } from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const terms: OrderTerms = {
  clientOrderId: '0',
  orderType: 'post',
  stopPrice: undefined,
  triggerSignal: undefined,
  reduceOnly: true,
};

it('sends the present terms of an order', () => {
  expect(encodeRequest<OrderTerms>(terms)).toStrictEqual({
    clientOrderId: '0',
    orderType: 'post',
    reduceOnly: true,
  });
});

it('does not compile with a misspelt term of an order', () => {
  // @ts-expect-error: the field is called reduceOnly
  encodeRequest<OrderTerms>({ ...terms, reduce_only: true });
  // @ts-expect-error: an order that only rests has the type post
  encodeRequest<OrderTerms>({ ...terms, orderType: 'post_only' });
  // @ts-expect-error: an order that only rests has the type post
  encodeRequest<OrderTerms>({ ...terms, postOnly: true });
});

it('does not compile with a misspelt field of a cancel', () => {
  // @ts-expect-error: the venue calls it cliOrdId
  encodeRequest<OrderCancel>({ clientOrderId: '0' });
});
