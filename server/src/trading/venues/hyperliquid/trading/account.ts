import type { DialectCall, KeyFacts } from '../../shared/live/dialect.ts';
import { DialectRefusal, refusalTexts } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { ownClient } from './client.ts';
import { info } from './endpoints.ts';
import { vaultTexts } from './errors.ts';

/** Returns the venue's clock. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const answer = await info(client, { type: 'exchangeStatus' });
  return Number(required(valueAt(answer, 'time'), 'time'));
}

/**
 * Anybody may read any account there: only the relation of an address to the account proves a key.
 */
export async function checkKey({ client }: DialectCall): Promise<void> {
  const { signer, owner, vault } = addressesOf(client);
  if (vault !== undefined) await requireOwner(client, { owner, vault });
  if (signer === owner) return;
  const role = await roleOf(client, signer);
  const isAgent = valueAt(role, 'role') === 'agent';
  if (isAgent && String(valueAt(role, 'data', 'user')).toLowerCase() === owner) return;
  throw new DialectRefusal(
    `${refusalTexts.badCredentials} The private key is of no agent that the account approved.`,
  );
}

/** Throws unless the owner leads the vault, or is the master of the sub-account. */
async function requireOwner(
  client: DialectCall['client'],
  { owner, vault }: { readonly owner: string; readonly vault: string },
): Promise<void> {
  const role = await roleOf(client, vault);
  switch (valueAt(role, 'role')) {
    case 'vault': {
      const details = await info(client, { type: 'vaultDetails', vaultAddress: vault });
      if (String(valueAt(details, 'leader')).toLowerCase() === owner) return;
      throw new DialectRefusal(`${refusalTexts.badCredentials} ${notLed}`);
    }
    case 'subAccount':
      if (String(valueAt(role, 'data', 'master')).toLowerCase() === owner) return;
      throw new DialectRefusal(`${refusalTexts.badCredentials} ${notOwned}`);
    default:
      throw new DialectRefusal(`${refusalTexts.badCredentials} ${vaultTexts.unknown}`);
  }
}

const notLed = 'wallet_address does not lead the vault that vault_address names.';
const notOwned = 'wallet_address is not the master of the sub-account that vault_address names.';

function roleOf(client: DialectCall['client'], user: string): Promise<unknown> {
  return info(client, { type: 'userRole', user });
}

/** The venue has no rights of a key: an agent can trade everything, the owner can do anything. */
export async function keyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const { signer, owner } = addressesOf(client);
  return {
    tradable: ['swap', 'future'],
    canWithdraw: signer === owner,
    // A coin has one position, and there is no setting for another mode.
    isHedged: false,
  };
}

/** Returns the addresses of the signer and of the account; in lower case, as they are compared. */
function addressesOf(client: DialectCall['client']) {
  const own = ownClient(client);
  const { vaultAddress, ownerAddress = own.walletAddress } = own.options;
  return {
    signer: signerOf(client),
    owner: ownerAddress.toLowerCase(),
    vault: vaultAddress?.toLowerCase(),
  };
}

/** Returns the address of the key, in lower case. */
export function signerOf(client: DialectCall['client']): string {
  const own = ownClient(client);
  try {
    return own.ethGetAddressFromPrivateKey(own.privateKey).toLowerCase();
  } catch {
    // The number is no key of the curve. A text about it might repeat it.
    throw new DialectRefusal(refusalTexts.badCredentials);
  }
}
