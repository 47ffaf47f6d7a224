import { createCipher, drawCipherKey } from '../../../src/kit/cipher.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { Secret } from '../../../src/kit/secret.ts';
import { fromAuditRow } from '../../../src/store/rows.ts';
import type { Store } from '../../../src/store/types.ts';
import {
  type CanRemove,
  type CountLive,
  createAccounts,
  createPortfolios,
} from '../../../src/trading/accounts/index.ts';
import type { NewAccount } from '../../../src/trading/accounts/types.ts';
import { type VenueId, venueIds } from '../../../src/trading/model/venue.ts';
import { parseVenueId } from '../../../src/trading/venues/registry.ts';
import { createManualClock } from '../manualClock.ts';

export const actor = { id: 'key-1', name: 'desk', requestId: 'request-1' };

const random = createSeededRandom('accounts fixture');
export const masterKey = drawCipherKey(random);
export const otherKey = drawCipherKey(random);

export function venueOf(name: string): VenueId {
  const venue = parseVenueId(name, venueIds);
  if (!venue) throw new Error(`${name} is no venue`);
  return venue;
}

/** The parts of a secret that must never be seen. */
export const secretTexts = ['plain-api-key-0001', 'plain-api-secret-0002', 'plain-passphrase-0003'];

export const secretSet = {
  apiKey: new Secret(secretTexts[0] ?? ''),
  apiSecret: new Secret(secretTexts[1] ?? ''),
  passphrase: new Secret(secretTexts[2] ?? ''),
};

/** Returns a paper account by default. */
export function newAccount(changes: Partial<NewAccount> = {}): NewAccount {
  return {
    id: 'desk',
    venue: venueOf('okx'),
    mode: 'paper',
    dailyLimitMicroUsd: 100_000_000,
    portfolioMargin: false,
    limits: {},
    ...changes,
  };
}

export function liveAccount(changes: Partial<NewAccount> = {}): NewAccount {
  return newAccount({ mode: 'live', credentials: secretSet, ...changes });
}

/** Opens the module on a store, as another process would. */
export function accountsOn(
  store: Store,
  options: { key?: Secret; former?: Secret; canRemove?: CanRemove; countLive?: CountLive } = {},
) {
  const { key = masterKey, former, ...asked } = options;
  const clock = createManualClock(1_700_000_000_000);
  const cipher = createCipher({ random, key, former });
  const accounts = createAccounts({ store, clock, cipher, ...asked });
  const portfolios = createPortfolios({ store, clock });
  return { store, clock, cipher, accounts, portfolios };
}

export async function auditOf(store: Store) {
  const rows = await store.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  return rows.map(fromAuditRow);
}

/** Returns everything in the database about accounts and their changes, as one text. */
export async function dump(store: Store): Promise<string> {
  const accounts = await store.db.selectFrom('exchange_accounts').selectAll().execute();
  return JSON.stringify([accounts, await auditOf(store)]);
}
