import { type Data, type Endpoint, endpoints, systemEndpoints } from '@windlass/contract';
import { type Binding, bind } from '../../http/bind.ts';
import { type Network, networks } from '../network.ts';
import type { CuratedToken, TokenGroup } from '../tokens/curatedToken.ts';

interface DocsDeps {
  readonly version: string;
  /** Address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** The endpoints of the vault service. */
  readonly offered: readonly Binding[];
  /** Tokens in use. */
  readonly tokens: readonly CuratedToken[];
}

/** Groups of each network with the keys they have in the answer (Vaults §2.7). */
const groupKeys: Readonly<Record<Network, readonly (readonly [TokenGroup, string])[]>> = {
  mainnet: [
    ['major', 'majorTokens'],
    ['defi', 'defiTokens'],
    ['stablecoin', 'stablecoins'],
  ],
  testnet: [
    ['test', 'testTokens'],
    ['development', 'developmentTokens'],
  ],
};

/** Addresses that belong to nobody; their checksums are right. */
const exampleOwner = 'GD7LXZI73ZJ6AB3HZIJMVSJKW7ZUG3SCUIE3L3VA3B7M2WOTTCGED7VM';
const exampleAddress = 'CD6AUZBREAWBN4UPPWUVC6Y4CLR5LJVZJ7CF3YMQF4DV4LZIGT4MPLST';

type Docs = Data<typeof systemEndpoints.getApiDocs>;

/** Routes of the vault API's own documentation (Vaults §4.14). */
export function docsRoutes({ version, baseUrl, offered, tokens }: DocsDeps): Binding[] {
  const inService = new Set<Endpoint>([
    ...Object.values(systemEndpoints),
    ...offered.map(({ endpoint }) => endpoint),
  ]);
  const docs: Docs = {
    success: true,
    title: 'Windlass vault API',
    version,
    description: 'Registry of Stellar vaults and of the token balances they hold.',
    baseUrl,
    endpoints: Object.fromEntries(
      Object.entries(endpoints)
        .filter(([, endpoint]) => inService.has(endpoint))
        .map(([name, { method, path }]) => [name, `${method} ${path}`]),
    ),
    examples: examplesFor(tokens),
    supportedTokens: { mainnet: groupsOf(tokens, 'mainnet'), testnet: groupsOf(tokens, 'testnet') },
  };
  return [bind(systemEndpoints.getApiDocs, () => docs)];
}

function examplesFor(tokens: readonly CuratedToken[]) {
  const [network] = networks;
  const token = tokens.find((candidate) => candidate.network === network);
  return {
    createVault: {
      method: 'POST',
      path: '/api/vaults',
      body: {
        vaultName: 'Treasury',
        vaultOwner: exampleOwner,
        vaultAddress: exampleAddress,
        tradePermission: true,
        maxTradeSize: 10,
        dailyTradeLimit: 20,
        slippageTolerance: 0.5,
      },
    },
    refreshHoldings: {
      method: 'POST',
      path: `/api/vaults/:id/update-holdings?network=${network}`,
      body: { ...(token && { tokens: [token.contract] }), forceUpdate: false },
    },
  };
}

function groupsOf(tokens: readonly CuratedToken[], network: Network) {
  return Object.fromEntries(
    groupKeys[network].map(([group, key]) => [
      key,
      tokens
        .filter((token) => token.network === network && token.group === group)
        .map(({ symbol, name, contract }) => ({ symbol, name, contract })),
    ]),
  );
}
