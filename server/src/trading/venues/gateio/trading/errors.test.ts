import { describe, expect, it } from 'vitest';
import { gateClient, symbolOf } from '../../../../../test/support/exchanges/gateio/client.ts';
import { type Failure, failureOf } from '../../shared/live/failures.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { gateioDialect } from './dialect.ts';
import { gateioErrors } from './errors.ts';

const order: VenueOrder = {
  clientId: 'a'.repeat(32),
  symbol: symbolOf('BTC/USDT:USDT'),
  marketType: 'swap',
  side: 'sell',
  type: 'limit',
  quantity: '0.0001',
  price: '1',
  stopPrice: undefined,
  trailingDelta: undefined,
  timeInForce: 'GTC',
  reduceOnly: true,
};

/** Returns our failure for the venue's body, as the real class reads it. */
async function failed(body: object): Promise<Failure> {
  const { run } = gateClient(() => body);
  const error = await run((call) => gateioDialect.submit(call, order)).catch((e: unknown) => e);
  return failureOf(error, gateioErrors);
}

const take = 'The order would take liquidity at once.';
const trigger = 'The order would trigger at once.';
const reduce = 'There is no position left to reduce.';
const fill = 'The whole quantity cannot be filled at once.';
const key = 'The exchange does not accept the credentials of the account.';

describe('the venue’s labels mean', () => {
  it.each([
    ['POC_FILL_IMMEDIATELY', 'WOULD_TAKE', take],
    ['ORDER_POC_IMMEDIATE', 'WOULD_TAKE', take],
    ['AUTO_TRIGGER_PRICE_LESS_LAST', 'WOULD_TRIGGER', trigger],
    ['AUTO_TRIGGER_PRICE_GREATE_LAST', 'WOULD_TRIGGER', trigger],
    ['POSITION_EMPTY', 'NOTHING_TO_REDUCE', reduce],
    ['INCREASE_POSITION', 'NOTHING_TO_REDUCE', reduce],
    ['REDUCE_EXCEEDED', 'NOTHING_TO_REDUCE', reduce],
    ['FOK_NOT_FILL', 'CANNOT_FILL', fill],
    ['ORDER_FOK', 'CANNOT_FILL', fill],
    ['INVALID_KEY', 'OTHER', key],
    ['INVALID_SIGNATURE', 'OTHER', key],
    ['INVALID_CREDENTIALS', 'OTHER', key],
  ])('%s a refusal in our words', async (label, code, message) => {
    const failure = await failed({ label, message: 'as the venue says it' });
    expect(failure).toEqual({ kind: 'refused', code, message });
  });

  it.each([
    ['BALANCE_NOT_ENOUGH', 'INSUFFICIENT_BALANCE'],
    ['INSUFFICIENT_AVAILABLE', 'INSUFFICIENT_BALANCE'],
    ['FUTURES_BALANCE_NOT_ENOUGH', 'INSUFFICIENT_BALANCE'],
    ['MARGIN_BALANCE_NOT_ENOUGH', 'INSUFFICIENT_BALANCE'],
    ['INITIAL_MARGIN_TOO_LOW', 'INSUFFICIENT_BALANCE'],
    ['TRADE_RESTRICTED', 'OTHER'],
    ['REPEATED_CREATION', 'DUPLICATE'],
    ['ORDER_EXISTS', 'DUPLICATE'],
    ['RISK_LIMIT_EXCEEDED', 'OTHER'],
    ['LEVERAGE_TOO_HIGH', 'INVALID'],
    ['INVALID_CURRENCY', 'INVALID'],
    ['INVALID_CURRENCY_PAIR', 'OTHER'],
    ['POSITION_HOLDING', 'CONFLICT'],
    ['ORDER_PENDING', 'CONFLICT'],
    ['CONTRACT_IN_DELISTING', 'OTHER'],
    ['PRICE_TOO_DEVIATED', 'OTHER'],
    ['INVALID_PARAM_VALUE', 'OTHER'],
    ['READ_ONLY', 'OTHER'],
    ['IP_FORBIDDEN', 'OTHER'],
    ['USER_NOT_FOUND', 'OTHER'],
  ])('%s a refusal, %s, in the venue’s', async (label, code) => {
    const failure = await failed({ label, detail: 'said' });
    expect(failure).toMatchObject({ kind: 'refused', code });
    expect(failure.message).toContain(label);
  });

  it.each([
    ['TOO_FAST', 'limited'],
    ['TOO_MANY_REQUESTS', 'limited'],
    ['REQUEST_EXPIRED', 'limited'],
    ['INTERNAL', 'unknown'],
    ['SERVER_ERROR', 'unknown'],
    ['TOO_BUSY', 'unknown'],
    ['NEVER_HEARD_OF', 'unknown'],
    ['ORDER_NOT_FOUND', 'notFound'],
    ['CLIENT_ID_NOT_FOUND', 'notFound'],
    ['AUTO_ORDER_NOT_FOUND', 'notFound'],
    ['ORDER_FINISHED', 'notFound'],
    ['ORDER_CLOSED', 'notFound'],
    ['ORDER_CANCELLED', 'notFound'],
  ])('%s: %s', async (label, kind) => {
    expect((await failed({ label, message: 'said' })).kind).toBe(kind);
  });

  it('nothing within another text', async () => {
    const failure = await failed({ label: 'INVALID_PARAM_VALUE', message: 'not ORDER_FOK' });
    expect(failure).toMatchObject({ kind: 'refused', code: 'OTHER' });
  });
});
