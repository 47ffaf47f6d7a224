import type { Exact } from '../../kit/exact.ts';
import type { Network } from '../network.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';

/** The balance of one token in a vault, as it was last read. */
export interface Holding {
  readonly id: string;
  readonly vaultId: string;
  readonly network: Network;
  /** Contract of the token. */
  readonly token: string;
  /** In the token's smallest unit. */
  readonly amount: bigint;
  /** Ledger at which the balance was read. */
  readonly ledger: number;
  readonly updatedAtMs: number;
}

/** Looks a token up in the curated lists. */
export type FindToken = (network: Network, contract: string) => CuratedToken | undefined;

/** The data of a token that is shown. */
export type ShownToken = Pick<CuratedToken, 'symbol' | 'name' | 'decimals'>;

/** Decimals of every Stellar asset. */
const assetDecimals = 7;

/** Returns the token; one that is stored but not listed any more is shown under its contract. */
export function shownToken(find: FindToken, network: Network, contract: string): ShownToken {
  return (
    find(network, contract) ?? {
      symbol: contract,
      name: 'Unlisted token',
      decimals: assetDecimals,
    }
  );
}

export function balanceOf(amount: bigint, token: ShownToken): Exact {
  return { digits: amount, scale: token.decimals };
}
