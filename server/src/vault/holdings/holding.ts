import type { Network } from '../network.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';
import type { ExactDecimal } from './amounts.ts';

/** The balance of one token in a vault, as it was last read. */
export interface Holding {
  readonly id: string;
  readonly vaultId: string;
  readonly network: Network;
  /** Contract of the token. */
  readonly token: string;
  /** In the token's smallest unit. */
  readonly amount: bigint;
  /** Ledger the balance was read at. */
  readonly ledger: number;
  readonly updatedAtMs: number;
}

/** Looks a token up in the curated lists. */
export type FindToken = (network: Network, contract: string) => CuratedToken | undefined;

/** What is shown of a token. */
export type ShownToken = Pick<CuratedToken, 'symbol' | 'name' | 'decimals'>;

/** As every Stellar asset has. */
const assetDecimals = 7;

/** A token that is stored and listed no more still shows, under its contract. */
export function shownToken(find: FindToken, network: Network, contract: string): ShownToken {
  return (
    find(network, contract) ?? {
      symbol: contract,
      name: 'Unlisted token',
      decimals: assetDecimals,
    }
  );
}

export function balanceOf(amount: bigint, token: ShownToken): ExactDecimal {
  return { digits: amount, scale: token.decimals };
}
