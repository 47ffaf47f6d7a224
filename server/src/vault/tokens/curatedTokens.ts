import type { Network } from '../network.ts';
import { type CuratedToken, tokenGroups } from './curatedToken.ts';
import type { ListedTokens } from './listedToken.ts';
import { mainnetTokens } from './mainnetTokens.ts';
import { testnetTokens } from './testnetTokens.ts';

/** Digits after the point of every Stellar asset: a constant of the protocol. */
const assetDecimals = 7;

const lists = {
  mainnet: readList('mainnet', mainnetTokens),
  testnet: readList('testnet', testnetTokens),
} satisfies Record<Network, readonly CuratedToken[]>;

const byContract = {
  mainnet: new Map(lists.mainnet.map((token) => [token.contract, token])),
  testnet: new Map(lists.testnet.map((token) => [token.contract, token])),
} satisfies Record<Network, ReadonlyMap<string, CuratedToken>>;

/** Returns the network's curated tokens, group by group (Vaults §2.7). */
export function curatedTokens(network: Network): readonly CuratedToken[] {
  return lists[network];
}

/** Returns the curated token with this contract address. */
export function findToken(network: Network, contract: string): CuratedToken | undefined {
  return byContract[network].get(contract);
}

function readList(network: Network, listed: ListedTokens): readonly CuratedToken[] {
  return tokenGroups.flatMap((group) =>
    (listed[group] ?? []).map((token) => ({ network, group, decimals: assetDecimals, ...token })),
  );
}
