import { expect, it } from 'vitest';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import {
  type BalanceParams,
  info,
  type OrderName,
  type OrderParams,
  placeOrder,
  signedCancel,
} from './endpoints.ts';

// The directives below fail to compile as soon as a misspelt field would compile.

const client: Pick<CcxtClient, 'request'> = {
  request: (...asked) => Promise.resolve(asked),
};

const action = { type: 'order', orders: [{ a: 0, r: true }], grouping: 'na' } as const;

const order: OrderParams = {
  slippage: '0.05',
  reduceOnly: true,
  timeInForce: undefined,
  postOnly: true,
  stopLossPrice: undefined,
  takeProfitPrice: undefined,
  clientOrderId: '0x0',
};

it('sends an action without an account when it is for the signer', async () => {
  expect(await placeOrder(client, { action, vaultAddress: undefined })).toStrictEqual([
    'exchange',
    'private',
    'POST',
    { action },
  ]);
});

it('does not compile with a misspelt field of an order', () => {
  // @ts-expect-error: the field is called reduceOnly
  encodeRequest<OrderParams>({ ...order, reduce_only: true });
  // @ts-expect-error: the field is called postOnly
  encodeRequest<OrderParams>({ ...order, post_only: true });
  // @ts-expect-error: a post-only order is told by its flag
  encodeRequest<OrderParams>({ ...order, timeInForce: 'POST_ONLY' });
  // @ts-expect-error: the field is called stopLossPrice
  encodeRequest<OrderParams>({ ...order, stopPrice: '90' });
});

it('does not compile with a misspelt field of any other request', async () => {
  // @ts-expect-error: the field is called clientOrderId
  encodeRequest<OrderName>({ clientOrderId: '0x0', cloid: '0x0' });
  // @ts-expect-error: the field is called enableUnifiedMargin
  encodeRequest<BalanceParams>({ type: 'swap', enableUnifiedMargin: true, unified: true });
  // @ts-expect-error: the field is called vaultAddress
  await placeOrder(client, { action, vaultAddress: undefined, vault: '0x0' });
  const cancel = { nonce: 1, action: {}, signature: {}, vaultAddress: undefined };
  // @ts-expect-error: a cancel has no deadline
  await signedCancel(client, { ...cancel, expiresAfter: 1 });
  // @ts-expect-error: the venue calls it userFees
  await info(client, { type: 'userFee', user: '0x0' });
  // @ts-expect-error: the field is called startTime
  await info(client, { type: 'userFunding', user: '0x0', since: 1 });
  // @ts-expect-error: the prices are of no account
  await info(client, { type: 'allMids', user: '0x0' });
});
