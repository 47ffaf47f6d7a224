import type { CuratedToken } from '../../../server/src/vault/tokens/curatedToken.ts';
import { curatedTokens } from '../../../server/src/vault/tokens/curatedTokens.ts';
import { madeUpAddress } from './addresses.ts';

const vaultsMax = 1_000;
const tokenCount = 15;

/** Returns the addresses of the vaults on the test ledger. */
export function madeUpVaults(): readonly string[] {
  return Array.from({ length: vaultsMax }, (_, number) => madeUpAddress('C', number));
}

/** Returns the first tokens of the main network. */
export function readTokens(): readonly CuratedToken[] {
  return curatedTokens('mainnet').slice(0, tokenCount);
}

/** Returns a vault's balance of a token, by the numbers of both. */
export function amountOf(vault: number, token: number): bigint {
  return BigInt(vault + 1) * 10_000_000n + BigInt(token);
}
