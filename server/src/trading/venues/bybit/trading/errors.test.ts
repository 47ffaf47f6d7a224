import { describe, expect, it } from 'vitest';
import {
  bybitOrder,
  openBybit,
  refusal,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { bybitDialect } from './dialect.ts';

/** Returns the meaning of an answer to an order, read by ccxt's own class. */
async function meaningOf(answer: object) {
  const venue = openBybit({ '/v5/order/create': [answer] });
  const order = bybitOrder('swap', 'limit');
  const error = await venue
    .ask((call) => bybitDialect.submit(call, order))
    .catch((thrown: unknown) => thrown);
  return failureOf(error, bybitDialect.errorMeanings);
}

const credentials = 'The exchange does not accept the credentials of the account.';

describe('bybit says', () => {
  it.each([
    [110072, 'OrderLinkedID is duplicate'],
    [110030, 'Duplicate orderId'],
    [170141, 'Duplicate clientOrderId'],
    [10014, 'Invalid duplicate request.'],
  ])('%i: it has the order already', async (code, text) => {
    expect(await meaningOf(refusal(code, text))).toMatchObject({
      kind: 'refused',
      code: 'DUPLICATE',
    });
  });

  it.each([
    [
      ...([170218, 'The LIMIT-MAKER order is rejected due to invalid price.'] as const),
      ...(['WOULD_TAKE', 'The order would take liquidity at once.'] as const),
    ],
    [
      ...([110092, 'expect Rising, but trigger_price[900000] <= current[1000000]'] as const),
      ...(['WOULD_TRIGGER', 'The order would trigger at once.'] as const),
    ],
    [
      ...([110093, 'expect Falling, but trigger_price[900000] >= current[800000]'] as const),
      ...(['WOULD_TRIGGER', 'The order would trigger at once.'] as const),
    ],
    [
      ...([110017, 'current position is zero, cannot fix reduce-only order qty'] as const),
      ...(['NOTHING_TO_REDUCE', 'There is no position left to reduce.'] as const),
    ],
    [
      ...([110034, 'There is no net position'] as const),
      ...(['NOTHING_TO_REDUCE', 'There is no position left to reduce.'] as const),
    ],
    [
      ...([10001, 'can not set tp/sl/ts for zero position'] as const),
      ...(['NOTHING_TO_REDUCE', 'There is no position left to reduce.'] as const),
    ],
    [10003, 'API key is invalid.', 'OTHER', credentials],
    [10004, 'error sign! origin_string[17000]', 'OTHER', credentials],
    [10005, 'Permission denied, please check your API key permissions.', 'OTHER', credentials],
    [10007, 'User authentication failed.', 'OTHER', credentials],
    [10010, 'Unmatched IP, please check your API key’s bound IP addresses.', 'OTHER', credentials],
    [33004, 'Your api key has expired.', 'OTHER', credentials],
    [-2015, 'Your api key has expired.', 'OTHER', credentials],
  ])('%i %s, which is %s', async (retCode, text, code, message) => {
    const answer = refusal(retCode, text);
    expect(await meaningOf(answer)).toEqual({ kind: 'refused', code, message });
  });

  it.each([
    [110004, 'Wallet balance is insufficient'],
    [110006, 'The assets are estimated to be unable to cover the position margin'],
    [110007, 'ab not enough for new order'],
    [110012, 'Insufficient available balance.'],
    [110044, 'Available margin is insufficient'],
    [110045, 'Wallet balance is insufficient.'],
    [110052, 'Your available balance is insufficient to set the price'],
    [170033, 'margin Insufficient account balance'],
    [170131, 'Insufficient balance.'],
  ])('%i: there is too little', async (code, text) => {
    expect(await meaningOf(refusal(code, text))).toMatchObject({
      kind: 'refused',
      code: 'INSUFFICIENT_BALANCE',
    });
  });

  it.each([
    [110003, 'Order price exceeds the allowable range.'],
    [110094, 'Order does not meet minimum order value 5USDT'],
    [170140, 'Order value exceeded lower limit.'],
    [170217, 'Only LIMIT-MAKER order is supported for the current pair.'],
    [10001, 'qty is required'],
  ])('%i: no, for a reason of its own', async (code, text) => {
    const meaning = await meaningOf(refusal(code, text));
    expect(meaning).toMatchObject({ kind: 'refused', code: 'OTHER' });
    expect(meaning.message).toContain(text);
  });

  it('10001: that positions are held another way, where it says so', async () => {
    const meaning = await meaningOf(refusal(10001, 'position idx not match position mode'));
    expect(meaning).toMatchObject({ kind: 'refused', code: 'POSITION_MODE' });
  });

  it.each([
    [429, 'The trading service is experiencing a high server load. Please retry.', 'unknown'],
    [10000, 'Server Timeout', 'unknown'],
    [10016, 'Server error.', 'unknown'],
    [10016, 'Request timeout, please try again later', 'unknown'],
    [110079, 'The order is processing and can not be operated, please try later', 'unknown'],
    [170001, 'Internal error.', 'unknown'],
    [170007, 'Timeout waiting for response from backend server.', 'unknown'],
    [170032, 'Network error. Please try again later', 'unknown'],
    [170035, 'Submitted to the system for processing!', 'unknown'],
    [170146, 'Order creation timeout', 'unknown'],
    [170147, 'Order cancellation timeout', 'unknown'],
    [999999, 'Something new.', 'unknown'],
    [-1, 'request expired: o@0, now[1700000006000] diff[6000]', 'limited'],
    [10002, 'The request time exceeds the time window range.', 'limited'],
    [10006, 'Too many visits. Exceeded the API Rate Limit.', 'limited'],
    [10018, 'Exceeded the IP Rate Limit.', 'limited'],
    [170005, 'Too many new orders; current limit is 10 orders per second.', 'limited'],
    [170222, 'Too many requests in this time frame.', 'limited'],
    [110001, 'order not exists or too late to cancel', 'notFound'],
    [110008, 'The order has been completed or cancelled.', 'notFound'],
    [110010, 'The order has been cancelled', 'notFound'],
    [170139, 'Order has been filled.', 'notFound'],
    [170142, 'Order has been canceled', 'notFound'],
    [170143, 'Cannot be found on order book', 'notFound'],
    [170190, 'Cancel order has been finished', 'notFound'],
    [170213, 'Order does not exist.', 'notFound'],
  ])('%i %s, which is %s', async (code, text, kind) => {
    expect((await meaningOf(refusal(code, text))).kind).toBe(kind);
  });
});
