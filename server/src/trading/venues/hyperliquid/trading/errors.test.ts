import { describe, expect, it } from 'vitest';
import {
  hyperliquidOrder,
  openHyperliquidWire,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import { type Failure, failureOf } from '../../shared/live/failures.ts';
import { hyperliquidDialect } from './dialect.ts';

const order = hyperliquidOrder({ price: '95' });
const refused = (code: string, message: string | unknown) => ({ kind: 'refused', code, message });

/** The venue's refusal of one order, and of a whole request. */
const toOrder = (error: string) => ({
  status: 'ok',
  response: { type: 'order', data: { statuses: [{ error }] } },
});
const toRequest = (response: string) => ({ status: 'err', response });

async function failureAfter(answer: unknown, isCancel = false): Promise<Failure> {
  const { run } = await openHyperliquidWire(() => answer);
  const ref = { ...order, venueOrderId: undefined };
  const error = await run<unknown>((call) =>
    isCancel ? hyperliquidDialect.cancel(call, ref) : hyperliquidDialect.submit(call, order),
  ).catch((thrown: unknown) => thrown);
  return failureOf(error, hyperliquidDialect.errorMeanings);
}

describe('what hyperliquid says', () => {
  it.each([
    [
      'Post only order would have immediately matched, bbo was 100.1@100.2. asset=1',
      refused('WOULD_TAKE', 'The order would take liquidity at once.'),
    ],
    ['Invalid TP/SL price. asset=1', refused('WOULD_TRIGGER', 'The order would trigger at once.')],
    [
      'Reduce only order would increase position. asset=1',
      refused('NOTHING_TO_REDUCE', 'There is no position left to reduce.'),
    ],
    [
      'Order could not immediately match against any resting orders. asset=1',
      refused('CANNOT_FILL', 'The order found nothing to match at once.'),
    ],
    [
      'No liquidity available for market order.',
      refused('CANNOT_FILL', 'The order found nothing to match at once.'),
    ],
    [
      'Insufficient margin to place order. asset=1',
      refused('INSUFFICIENT_MARGIN', 'The account has too little margin for the order.'),
    ],
    ['Duplicate cloid.', refused('DUPLICATE', expect.any(String))],
    ['Order must have minimum value of $10. asset=1', refused('OTHER', expect.any(String))],
    ['Price must be divisible by tick size. asset=1', refused('OTHER', expect.any(String))],
    // ccxt does not know these; they stand in the place of an order's refusal.
    [
      'Order would increase open interest while open interest is capped',
      refused('OTHER', expect.stringContaining('open interest is capped')),
    ],
    ['Order price too far from oracle', refused('OTHER', expect.any(String))],
    [
      'Order would cause position to exceed margin tier limit at current leverage',
      refused('OTHER', expect.any(String)),
    ],
  ])('to an order: %s', async (error, failure) => {
    expect(await failureAfter(toOrder(error))).toEqual(failure);
  });

  const credentials = 'The exchange does not accept the credentials of the account.';
  it.each([
    [
      'User or API Wallet 0xb8a6f8b26223de27c31938d56e470a5b832703a5 does not exist.',
      refused('OTHER', credentials),
    ],
    [
      'Must deposit before performing actions. User: 0xb8a6f8b26223de27c31938d56e470a5b832703a5',
      refused('OTHER', credentials),
    ],
    ['Unable to recover signer.', refused('OTHER', credentials)],
    [
      'Too many cumulative requests sent (37986 > 10436) for cumulative volume traded $437.92.',
      { kind: 'limited', message: expect.any(String) },
    ],
    [
      'Invalid nonce: nonce too low 1776584283874 < 1776584799101',
      { kind: 'limited', message: expect.any(String) },
    ],
    [
      'Invalid nonce: duplicate nonce 1791399877207',
      { kind: 'limited', message: expect.any(String) },
    ],
    ['Action already expired', { kind: 'limited', message: expect.any(String) }],
    ['Something nobody has heard of', { kind: 'unknown', message: expect.any(String) }],
  ])('to a request: %s', async (response, failure) => {
    expect(await failureAfter(toRequest(response))).toEqual(failure);
  });

  it.each([
    [429, 'Too many requests', 'limited'],
    [429, '', 'limited'],
    [422, 'Failed to deserialize the JSON body into the target type', 'refused'],
    [500, 'Internal Server Error', 'unknown'],
    [502, '<html>Bad Gateway</html>', 'unknown'],
    [200, '', 'unknown'],
    [200, 'null', 'unknown'],
    [200, '<html>hello</html>', 'unknown'],
  ])('by the status %i and the text "%s"', async (status, text, kind) => {
    const failure = await failureAfter({ status, text });
    expect(failure.kind).toBe(kind);
    if (kind !== 'unknown') expect(failure.message).not.toMatch(/https?:/);
  });

  it('to a cancel of an order that is gone', async () => {
    const { response } = toOrder('Order was never placed, already canceled, or filled. asset=1');
    const answer = { status: 'ok', response: { ...response, type: 'cancel' } };
    expect((await failureAfter(answer, true)).kind).toBe('notFound');
  });
});
