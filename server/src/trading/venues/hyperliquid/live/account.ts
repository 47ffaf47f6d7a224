import type { DialectCall, KeyFacts } from '../../shared/live/dialect.ts';
import { DialectRefusal, refusalTexts } from '../../shared/live/failures.ts';
import { told } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { ownClient } from './client.ts';

/** The venue's clock. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const answer = await client.request('info', 'public', 'POST', { type: 'exchangeStatus' });
  return Number(told(valueAt(answer, 'time'), 'time'));
}

/** Anybody may read any account there: only what an address is to the account proves a key. */
export async function checkKey({ client }: DialectCall): Promise<void> {
  const { signer, account } = addressesOf(client);
  if (signer === account) return;
  const role = await client.request('info', 'public', 'POST', { type: 'userRole', user: signer });
  const isAgent = valueAt(role, 'role') === 'agent';
  if (isAgent && String(valueAt(role, 'data', 'user')).toLowerCase() === account) return;
  throw new DialectRefusal(
    `${refusalTexts.badCredentials} The private key is of no agent that the account approved.`,
  );
}

/** The venue has no rights of a key: an agent trades whatever there is, the owner does anything. */
export async function keyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const { signer, account } = addressesOf(client);
  return {
    tradable: ['swap', 'future'],
    canWithdraw: signer === account,
    // A coin has one position, and there is no setting for another way.
    isHedged: false,
  };
}

/** Who signs, and for whom; in lower case, in which they are compared. */
function addressesOf(client: DialectCall['client']) {
  const own = ownClient(client);
  return { signer: signerOf(own).toLowerCase(), account: own.walletAddress.toLowerCase() };
}

function signerOf(own: ReturnType<typeof ownClient>): string {
  try {
    return own.ethGetAddressFromPrivateKey(own.privateKey);
  } catch {
    // A number that is no key of the curve. Words about it might repeat it.
    throw new DialectRefusal(refusalTexts.badCredentials);
  }
}
