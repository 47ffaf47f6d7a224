import type { Store } from '../../../src/store/types.ts';
import type { Network } from '../../../src/vault/network.ts';
import type { CuratedToken } from '../../../src/vault/tokens/curatedToken.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns an address of the right format, a different one for each number. */
function addressOf(prefix: 'C' | 'G', number: number): string {
  const digit = (place: number) => alphabet[Math.floor(number / 32 ** place) % 32] ?? 'A';
  return `${prefix}${digit(3)}${digit(2)}${digit(1)}${digit(0)}`.padEnd(56, 'A');
}

/** Returns the owner of that number. */
export const ownerOf = (number: number) => addressOf('G', number);

/** Returns the id of the vault of that number; greater for a greater number. */
export const vaultIdOf = (number: number) => number.toString(16).padStart(24, '0');

/** Returns the contract address of the vault of that number. */
export const vaultAddressOf = (number: number) => addressOf('C', number);

/** Numbers at which a network's tokens begin among the contract addresses. */
const tokenBase: Readonly<Record<Network, number>> = { mainnet: 900_000, testnet: 950_000 };

/** Returns a token of the curated lists; XLM, USDC and so on by their number. */
export function tokenOf(number: number, changes: Partial<CuratedToken> = {}): CuratedToken {
  const network = changes.network ?? 'mainnet';
  const symbol = ['XLM', 'USDC', 'EURC', 'AQUA'][number] ?? `TOK${number}`;
  return {
    network,
    group: 'major',
    contract: addressOf('C', tokenBase[network] + number),
    symbol,
    name: `${symbol} token`,
    issuer: null,
    decimals: 7,
    ...changes,
  };
}

interface VaultFixture {
  readonly owner?: string;
  readonly tradePermission?: boolean;
}

/** Stores vaults of these numbers. */
export async function insertVaults(
  store: Store,
  numbers: readonly number[],
  { owner = ownerOf(1), tradePermission = false }: VaultFixture = {},
): Promise<void> {
  const rows = numbers.map((number) => ({
    id: vaultIdOf(number),
    name: `Vault ${number}`,
    name_folded: `vault ${number}`,
    owner,
    address: vaultAddressOf(number),
    created_at_ms: 1_700_000_000_000,
    updated_at_ms: 1_700_000_000_000,
    creation_ledger: 0,
    trade_permission: tradePermission ? 1 : 0,
    max_trade_size: 0,
    daily_trade_limit: 0,
    slippage_tolerance: 1,
  }));
  for (let start = 0; start < rows.length; start += 200) {
    await store.db
      .insertInto('vaults')
      .values(rows.slice(start, start + 200))
      .execute();
  }
}
