import type { DialectCall, KeyFacts } from '../../../shared/live/dialect.ts';
import { told } from '../../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import { keyInfo, serverTime } from './endpoints.ts';

/** The venue gives whole seconds: the middle of the second is the best estimate of its clock. */
const halfSecondMs = 500;

/** Returns the venue's clock. */
export async function spotTime({ client }: DialectCall): Promise<number> {
  const answer = await serverTime(client, {});
  const seconds = readPositive(valueAt(answer, 'result', 'unixtime'));
  return told(seconds, 'time') * 1_000 + halfSecondMs;
}

/** Returns facts of the key; it may always read this about itself. */
export async function spotKeyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const answer = await keyInfo(client, {});
  const permissions = valueAt(answer, 'result', 'permissions');
  const addresses = valueAt(answer, 'result', 'ipAllowlist');
  return {
    ...(Array.isArray(permissions) && rightsOf(permissions)),
    ...(Array.isArray(addresses) && { isBoundToAddresses: addresses.length > 0 }),
  };
}

function rightsOf(permissions: readonly unknown[]): KeyFacts {
  const [mayOrder, mayCancel] = ['modify-trades', 'close-trades'].map((name) =>
    permissions.includes(name),
  );
  return {
    // The venue's documents differ on whether a key that may order may cancel: then it is not
    // known.
    ...(!mayOrder && { tradable: [] }),
    ...(mayOrder && mayCancel && { tradable: ['spot'] }),
    canWithdraw: permissions.includes('withdraw-funds'),
  };
}
