import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  ApiError,
  type ApiErrorCode,
  type Client,
  createClient,
  type DataOf,
  type ErrorCode,
  type FieldIssue,
  type InputOf,
  type OrderEvent,
  type OrderFillEvent,
  openOrderStream,
} from './index.ts';

// The compiler is what fails here: `npm run types`.

describe('inputs', () => {
  test('are those of the endpoint, closed words included', () => {
    type Order = InputOf<'submitOrder'>;
    expectTypeOf<Order>().toEqualTypeOf<Parameters<Client['submitOrder']>[0]>();
    expectTypeOf<Order['side']>().toEqualTypeOf<'buy' | 'sell'>();
    expectTypeOf<Order['quantity']>().toEqualTypeOf<number>();
    expectTypeOf<Order['price']>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<InputOf<'getVault'>>().toEqualTypeOf<{ id: string }>();
  });

  test('with a word that is none, a missing field or another type are refused', () => {
    const order = { exchange_account_id: 'a', symbol: 'BTC/USDT', quantity: 1 };
    const wrong = (client: Client) => [
      // @ts-expect-error: a side is buy or sell
      () => client.submitOrder({ ...order, side: 'hold', order_type: 'market' }),
      // @ts-expect-error: an order has a type
      () => client.submitOrder({ ...order, side: 'buy' }),
      // @ts-expect-error: a quantity is a number
      () => client.submitOrder({ ...order, side: 'buy', order_type: 'market', quantity: '1' }),
      // @ts-expect-error: there is no such endpoint
      () => client.withdrawAll(),
    ];
    expect(wrong(createClient({ baseUrl: 'http://windlass.test' }))).toHaveLength(4);
  });
});

describe('outputs', () => {
  test('are the data, out of their envelope', () => {
    expectTypeOf<ReturnType<Client['submitOrder']>>().resolves.toEqualTypeOf<
      DataOf<'submitOrder'>
    >();
    expectTypeOf<DataOf<'submitOrder'>['avg_fill_price']>().toEqualTypeOf<number | null>();
    expectTypeOf<DataOf<'listAccounts'>>().toHaveProperty('accounts');
    expectTypeOf<DataOf<'listOpenOrders'>[number]['side']>().toEqualTypeOf<'buy' | 'sell'>();
  });

  test('of the stream of orders are told apart by their type', () => {
    expectTypeOf<Extract<OrderEvent, { type: 'fill' }>['fill']>().toEqualTypeOf<OrderFillEvent>();
    expectTypeOf<OrderEvent['type']>().toEqualTypeOf<'state' | 'subscribed' | 'update' | 'fill'>();
    // @ts-expect-error: failures are told to somebody
    expect(() => openOrderStream({ baseUrl: 'nonsense' })).toThrow(TypeError);
  });
});

describe('errors', () => {
  test('have the codes of the catalogue, of the client, and those that are not known yet', () => {
    expectTypeOf<ErrorCode>().toExtend<ApiErrorCode>();
    expectTypeOf<'STREAM_REFUSED'>().toExtend<ApiErrorCode>();
    expectTypeOf<string>().toExtend<ApiErrorCode>();
    expectTypeOf<'NO_SUCH_CODE'>().not.toExtend<ErrorCode>();
  });

  test('have what a program decides by', () => {
    expectTypeOf<ApiError['status']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<ApiError['issues']>().toEqualTypeOf<readonly FieldIssue[]>();
    expectTypeOf<ApiError['data']>().toBeUnknown();
    expect(new ApiError('TIMEOUT', 'late').issues).toEqual([]);
  });
});
