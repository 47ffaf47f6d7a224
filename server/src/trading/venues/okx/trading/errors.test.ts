import { describe, expect, it } from 'vitest';
import { okxOrder, okxTrading } from '../../../../../test/support/exchanges/okx/client.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { okxDialect } from './dialect.ts';

async function failureAfter(status: number, text: string) {
  const { run } = await okxTrading(() => ({ status, text }));
  const answer = run((call) => okxDialect.submit(call, okxOrder({})));
  const error = await answer.catch((thrown: unknown) => thrown);
  return failureOf(error, okxDialect.errorMeanings);
}

/** An error of one order, in the venue's form for several. */
const ofOrder = (sCode: string, sMsg: string) =>
  JSON.stringify({
    code: '1',
    data: [{ clOrdId: '', ordId: '', sCode, sMsg, tag: '', ts: '1752827358095' }],
    inTime: '1752827358095210',
    msg: 'All operations failed',
    outTime: '1752827358096434',
  });
const ofCall = (code: string, msg: string) => JSON.stringify({ msg, code, data: [] });

const credentials = 'The exchange does not accept the credentials of the account.';
const atOnce = 'The order would trigger at once.';
const nothingLeft = 'There is no position left to reduce.';

describe('a refusal of an order', () => {
  it.each([
    ['51016', 'Client order ID already exists.', 'DUPLICATE', undefined],
    ['51065', 'algoClOrdId already exists.', 'DUPLICATE', undefined],
    ['51068', 'a already exists within algoClOrdId and attachAlgoClOrdId.', 'DUPLICATE', undefined],
    [
      '51008',
      'Order failed. Insufficient USDT balance in account',
      'INSUFFICIENT_BALANCE',
      undefined,
    ],
    ['51008_1001', 'Order failed. Insufficient USDT margin', 'INSUFFICIENT_BALANCE', undefined],
    ['51119', 'Insufficient balance.', 'INSUFFICIENT_BALANCE', undefined],
    ['51127', 'Available balance is 0.', 'INSUFFICIENT_BALANCE', undefined],
    ['51131', 'Insufficient balance.', 'INSUFFICIENT_BALANCE', undefined],
    ['51277', 'TP trigger price cannot be higher than the last price', 'WOULD_TRIGGER', atOnce],
    ['51278', 'SL trigger price cannot be lower than the last price', 'WOULD_TRIGGER', atOnce],
    ['51279', 'TP trigger price cannot be lower than the last price', 'WOULD_TRIGGER', atOnce],
    ['51280', 'SL trigger price cannot be higher than the last price', 'WOULD_TRIGGER', atOnce],
    [
      '51169',
      "Order failed because you don't have any positions",
      'NOTHING_TO_REDUCE',
      nothingLeft,
    ],
    ['51170', 'A reduce-only order can’t be the same direction', 'NOTHING_TO_REDUCE', nothingLeft],
    ['51000', 'Parameter posSide error', 'POSITION_MODE', undefined],
    ['51000', 'Parameter sz error', 'OTHER', undefined],
    ['51006', 'Order price is not within the price limit', 'OTHER', undefined],
    ['51025', 'Order count exceeds the limit.', 'OTHER', undefined],
    ['51121', 'Order quantity must be a multiple of the lot size.', 'OTHER', undefined],
    ['51999', 'Something of tomorrow.', 'OTHER', undefined],
    ['54072', 'This contract is currently view-only.', 'OTHER', undefined],
    ['50023', 'Funding fees frozen. Operation restricted.', 'OTHER', undefined],
  ])('%s, %s', async (sCode, sMsg, code, message) => {
    const failure = await failureAfter(200, ofOrder(sCode, sMsg));
    expect(failure).toMatchObject({ kind: 'refused', code, ...(message && { message }) });
    if (message === undefined) expect(failure.message).toContain(sMsg);
  });
});

describe('a refusal of a call', () => {
  it.each([
    [401, '50111', 'Invalid OK-ACCESS-KEY'],
    [401, '50113', 'Invalid Sign'],
    [401, '50105', 'Request header OK-ACCESS-PASSPHRASE incorrect.'],
    [401, '50119', "API key doesn't exist"],
    [400, '50100', 'API frozen, please contact customer service.'],
  ])('%d %s: %s is about the credentials', async (status, code, msg) => {
    const failure = await failureAfter(status, ofCall(code, msg));
    expect(failure).toEqual({ kind: 'refused', code: 'OTHER', message: credentials });
  });

  it.each([
    [401, '50120', "This API key doesn't have permission to use this function"],
    [401, '50110', 'Your IP 1.2.3.4 is not included in your API key’s IP whitelist.'],
    [400, '50014', 'Parameter sz can not be empty.'],
    [200, '51001', "Instrument ID doesn't exist."],
  ])('%d %s: %s is one', async (status, code, msg) => {
    const failure = await failureAfter(status, ofCall(code, msg));
    expect(failure).toMatchObject({ kind: 'refused', code: 'OTHER' });
    expect(failure.message).toContain(code);
  });
});

describe('a refusal of a setting', () => {
  it.each([
    ['59000', 'Your settings failed as you have positions or open orders', 'CONFLICT'],
    ['59100', 'You have open positions.', 'CONFLICT'],
    ['59101', 'You have pending orders with isolated positions.', 'CONFLICT'],
    ['59107', 'You have pending orders under the service', 'CONFLICT'],
    ['59102', 'Leverage exceeds the maximum leverage.', 'INVALID'],
    ['59105', 'Leverage can not be less than 1.', 'INVALID'],
    ['51000', 'Parameter lever error', 'INVALID'],
    ['51000', 'Parameter mgnMode error', 'OTHER'],
    ['59108', 'Low leverage and insufficient margin', 'INSUFFICIENT_BALANCE'],
    ['59103', 'Leverage is too low and no sufficient margin', 'INSUFFICIENT_BALANCE'],
  ])('%s, %s', async (code, msg, means) => {
    const failure = await failureAfter(200, ofCall(code, msg));
    expect(failure).toMatchObject({ kind: 'refused', code: means });
    expect(failure.message).toContain(msg);
  });
});

describe('an answer that took nothing', () => {
  it.each([
    [429, '50011', 'Too Many Requests'],
    [429, '50040', 'Too frequent operations, please try again later'],
    [200, '50061', 'Sub-account rate limit reached'],
    [401, '50102', 'Timestamp request expired'],
    [401, '50112', 'Invalid OK-ACCESS-TIMESTAMP'],
  ])('%d %s: %s', async (status, code, msg) => {
    expect((await failureAfter(status, ofCall(code, msg))).kind).toBe('limited');
    expect((await failureAfter(200, ofOrder(code, msg))).kind).toBe('limited');
  });
});

describe('an answer that says not what became of the order', () => {
  it.each([
    [503, '50001', 'Service temporarily unavailable. Please try again later.'],
    [400, '50004', 'API endpoint request timeout'],
    [429, '50013', 'Systems are busy. Please try again later.'],
    [500, '50026', 'System error. Please try again later.'],
    [500, '51054', 'Request timed out. Please try again.'],
    [500, '51149', 'Order timed out. Please try again.'],
    [200, '59999', 'Something of tomorrow.'],
  ])('%d %s: %s', async (status, code, msg) => {
    expect((await failureAfter(status, ofCall(code, msg))).kind).toBe('unknown');
    expect((await failureAfter(200, ofOrder(code, msg))).kind).toBe('unknown');
  });

  it.each([
    [502, '<html>Bad Gateway</html>'],
    [200, '<html>maintenance</html>'],
    [200, ''],
    [200, '{}'],
  ])('%d %s', async (status, text) => {
    expect((await failureAfter(status, text)).kind).toBe('unknown');
  });
});

describe('an order the venue does not know', () => {
  it.each(['51400', '51401', '51402', '51603'])('%s', async (code) => {
    expect((await failureAfter(200, ofOrder(code, 'no'))).kind).toBe('notFound');
  });
});
