import type { DialectCall, KeyFacts } from '../../../shared/live/dialect.ts';
import { required } from '../../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import { keyInfo, serverTime } from './endpoints.ts';

/** The venue gives whole seconds: the middle of the second is the best estimate of its clock. */
const halfSecondMs = 500;

/** Returns the venue's clock. */
export async function spotTime({ client }: DialectCall): Promise<number> {
  const answer = await serverTime(client, {});
  const seconds = readPositive(valueAt(answer, 'result', 'unixtime'));
  return required(seconds, 'time') * 1_000 + halfSecondMs;
}

/** Returns facts of the key; it may always read this about itself. */
export async function spotKeyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const answer = await keyInfo(client, {});
  const permissions = valueAt(answer, 'result', 'permissions');
  const addresses = valueAt(answer, 'result', 'ipAllowlist');
  return {
    tradable: Array.isArray(permissions) ? tradableBy(permissions) : undefined,
    canWithdraw: Array.isArray(permissions) ? permissions.includes('withdraw-funds') : undefined,
    isBoundToAddresses: Array.isArray(addresses) ? addresses.length > 0 : undefined,
  };
}

/**
 * Returns the markets that a key may trade. The venue's documents differ on whether a key that may
 * order may cancel: then it is not known.
 */
function tradableBy(permissions: readonly unknown[]): KeyFacts['tradable'] {
  if (!permissions.includes('modify-trades')) return [];
  return permissions.includes('close-trades') ? ['spot'] : undefined;
}
