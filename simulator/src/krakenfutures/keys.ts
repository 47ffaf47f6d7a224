import { type Answer, jsonAnswer, type RawRequest } from '../http/request.ts';
import type { Call } from './call.ts';
import type { Refusal } from './errors.ts';
import { uuidOf } from './ids.ts';
import { isoTime } from './numbers.ts';

export const keyCheck = '/api/auth/v1/api-keys/v3/check';
const dayMs = 86_400_000;

/** GET api-keys/v3/check: the owner of the key, its rights, and its addresses. */
export function checkKey({ account, exchange }: Call): object {
  const { contracts, withdrawals, isBoundToAddresses } = account.rights;
  const ranges = isBoundToAddresses ? ['192.0.2.1/32'] : [];
  return {
    apiKey: account.apiKey,
    accountUid: uuidOf('account', account.number),
    iiban: null,
    createdAt: isoTime(exchange.now() - dayMs),
    permissions: {
      general: contracts ? 'FULL_ACCESS' : 'READ_ONLY',
      transfer: withdrawals ? 'FULL_ACCESS' : 'NO_ACCESS',
    },
    allowedCidrBlock: ranges[0] ?? null,
    allowedCidrBlocks: ranges,
  };
}

/** Returns an error of the key check, which has a form of its own. */
export function keyRefusal({ path }: RawRequest, { message }: Refusal): Answer | undefined {
  if (path !== keyCheck) return undefined;
  return jsonAnswer(401, { error: 'Unauthorized', message, suberror: null });
}
