import type { CuratedToken } from '../../../server/src/vault/tokens/curatedToken.ts';
import { curatedTokens } from '../../../server/src/vault/tokens/curatedTokens.ts';
import { madeUpAddress } from './addresses.ts';

const vaultsMax = 1_000;
const tokenCount = 15;

/** Addresses of the vaults on the test ledger. */
export function madeUpVaults(): readonly string[] {
  return Array.from({ length: vaultsMax }, (_, number) => madeUpAddress('C', number));
}

/** The first tokens of the main network. */
export function readTokens(): readonly CuratedToken[] {
  return curatedTokens('mainnet').slice(0, tokenCount);
}

/** What the vault of that number holds of the token at that place. */
export function amountOf(vault: number, token: number): bigint {
  return BigInt(vault + 1) * 10_000_000n + BigInt(token);
}
