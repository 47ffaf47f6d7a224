import { describe, expect, it } from 'vitest';
import {
  krakenOrder,
  openKrakenDialect,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { failureOf } from '../../../shared/live/failures.ts';
import { krakenSpotDialect } from './dialect.ts';
import { krakenSpotErrors } from './errors.ts';

const order = krakenOrder({ marketType: 'spot' });

const deadKey = 'The exchange does not accept the credentials of the account.';

async function failure(text: string) {
  const venue = await openKrakenDialect(krakenSpotDialect, [{ body: { error: [text] } }]);
  const error: unknown = await venue
    .run((call) => krakenSpotDialect.submit(call, order))
    .catch((thrown: unknown) => thrown);
  return failureOf(error, krakenSpotErrors);
}

describe('what kraken says of an order on spot', () => {
  it.each([
    ['EOrder:Insufficient funds', 'INSUFFICIENT_BALANCE'],
    ['EOrder:Insufficient margin', 'INSUFFICIENT_MARGIN'],
    ['EOrder:Insufficient initial margin', 'INSUFFICIENT_MARGIN'],
    ['EOrder:cl_ord_id already in use', 'DUPLICATE'],
    ['EOrder:Post only order', 'WOULD_TAKE', 'The order would take liquidity at once.'],
    ['EOrder:Fill or kill', 'CANNOT_FILL', 'The whole quantity cannot be filled at once.'],
    [
      'EOrder:Reduce only:No position exists',
      'NOTHING_TO_REDUCE',
      'There is no position left to reduce.',
    ],
    ['EAPI:Invalid key', 'OTHER', deadKey],
    ['EAPI:Invalid signature', 'OTHER', deadKey],
    ['EAuth:Account temporary disabled', 'OTHER', deadKey],
    ['EGeneral:Permission denied', 'OTHER'],
    ['EGeneral:Invalid arguments:cl_ord_id', 'OTHER'],
    ['EOrder:Order minimum not met', 'OTHER'],
    ['EOrder:Cost minimum not met', 'OTHER'],
    ['EOrder:Tick size check failed', 'OTHER'],
    ['EOrder:Orders limit exceeded', 'OTHER'],
    ['EOrder:Trading agreement required', 'OTHER'],
    ['EService:Market in cancel_only mode', 'OTHER'],
    ['EService:Market in post_only mode', 'OTHER'],
    ['EAccount:Invalid permissions:USDT trading restricted', 'OTHER'],
    ['EQuery:Unknown asset pair', 'OTHER'],
  ])('%s is a refusal', async (...said) => {
    const [text, code, message] = said;
    const told = message === undefined ? {} : { message };
    expect(await failure(text)).toMatchObject({ kind: 'refused', code, ...told });
  });

  it.each([
    'EAPI:Rate limit exceeded',
    'EOrder:Rate limit exceeded',
    'EOrder:Domain rate limit exceeded',
    'EGeneral:Too many requests',
    'EGeneral:Temporary lockout',
    'EAPI:Invalid nonce',
    'EService:Throttled: 1700000000',
  ])('%s took nothing', async (text) => {
    expect((await failure(text)).kind).toBe('limited');
  });

  it.each([
    'EService:Timeout',
    'EService:Deadline elapsed',
    'EService:Unavailable',
    'EService:Busy',
    'EGeneral:Internal error',
    'EGeneral:Internal error[:abc]',
    'EDatabase:Internal error',
    'EOrder:Cancel pending',
    'EWhatever:Nobody knows',
  ])('%s leaves it open', async (text) => {
    expect((await failure(text)).kind).toBe('unknown');
  });

  it.each(['EOrder:Unknown order', 'EOrder:Invalid order'])('%s is none', async (text) => {
    const body = { error: [text] };
    const venue = await openKrakenDialect(krakenSpotDialect, [{ body }]);
    const error: unknown = await venue
      .run((call) => krakenSpotDialect.cancel(call, { ...order, venueOrderId: undefined }))
      .catch((thrown: unknown) => thrown);
    expect(failureOf(error, krakenSpotErrors).kind).toBe('notFound');
  });
});
