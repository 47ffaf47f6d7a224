import { addressErrors, type Data, holdingEndpoints, type Parsed } from '@windlass/contract';
import { answer, answerText, type Binding, bind } from '../../http/bind.ts';
import { paginate } from '../../http/pagination.ts';
import type { Clock } from '../../kit/clock.ts';
import { isoTime } from '../../kit/isoTime.ts';
import { type AddressRules, checkAddresses } from '../routes/addressCheck.ts';
import type { Vault } from '../vault.ts';
import type { BalanceHistory } from './balanceHistory.ts';
import type { BulkRefresh, BulkRequest } from './bulkRefresh.ts';
import { type FindToken, shownToken } from './holding.ts';
import { listHoldings } from './holdingList.ts';
import type { HoldingStore } from './holdingStore.ts';
import type { Refresh, Refreshed, RefreshRequest } from './refresh.ts';
import { toBulkText, toChangeWire, toHoldingWire } from './wire.ts';

export interface HoldingRouteDeps {
  /** Rejects with `VAULT_NOT_FOUND`. */
  readonly findVault: (id: string) => Promise<Vault>;
  readonly findToken: FindToken;
  readonly addresses: AddressRules;
  readonly holdings: HoldingStore;
  readonly history: BalanceHistory;
  readonly refresh: Refresh;
  readonly bulkRefresh: BulkRefresh;
  readonly clock: Clock;
  /** Runs work that ends when the client disconnects or the service stops. */
  readonly runUntilStopped: RunUntilStopped;
}

/** Runs work that the service aborts and waits for when it stops. */
export type RunUntilStopped = <Result>(
  client: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** Routes of the holdings (Vaults §4.11 to §4.13). */
export function holdingRoutes(deps: HoldingRouteDeps): Binding[] {
  const { findVault, findToken, holdings, history, refresh, runUntilStopped } = deps;
  return [
    bind(holdingEndpoints.refreshHoldings, async ({ params, query, body }, context) => {
      const vault = await findVault(params.id);
      const { tokens, forceUpdate: force } = body;
      const request = { vault, network: query.network, tokens, force };
      const refreshed = await runUntilStopped(context.signal, (signal) => refresh(request, signal));
      return answer(toRefreshedWire(request, refreshed), {
        message: refreshMessage(request, refreshed),
      });
    }),
    bind(holdingEndpoints.listHoldings, async ({ params, query }) => {
      const vault = await findVault(params.id);
      const { page, limit } = query;
      const stored = await holdings.ofVault(vault.id, query.network);
      const criteria = { ...query, offset: (page - 1) * limit };
      const listed = listHoldings(stored, criteria, findToken);
      const data = listed.page.map(({ holding, token }) =>
        toHoldingWire(holding, token, vault.address),
      );
      return answer(data, { pagination: paginate({ page, limit, totalItems: listed.total }) });
    }),
    bind(holdingEndpoints.listHoldingHistory, async ({ params, query }) => {
      const vault = await findVault(params.id);
      const { page, limit, tokenId: token, network, sortOrder: order } = query;
      const { total, changes } = await history.list({
        vaultId: vault.id,
        token,
        network,
        fromMs: timeOf(query.from),
        toMs: timeOf(query.to),
        order,
        offset: (page - 1) * limit,
        limit,
      });
      const data = changes.map((change) =>
        toChangeWire(change, shownToken(findToken, change.network, change.token)),
      );
      return answer(data, { pagination: paginate({ page, limit, totalItems: total }) });
    }),
    bulkRoute(deps),
  ];
}

function bulkRoute({ addresses, bulkRefresh, clock, runUntilStopped }: HoldingRouteDeps): Binding {
  const message = addressErrors.any;
  return bind(
    holdingEndpoints.refreshAllHoldings,
    async (input, context) => {
      const request = toBulkRequest(input);
      return runUntilStopped(context.signal, async (signal) => {
        const run = await bulkRefresh(request, signal);
        const text = await toBulkText(run, clock);
        return answerText(text, run.summary.vaultsFailed === 0 ? {} : partialFailure);
      });
    },
    {
      check: checkAddresses(addresses, [
        { part: 'body', field: 'owner', kind: 'account', message },
      ]),
    },
  );
}

const partialFailure = { status: 207, message: 'Bulk update completed with some failures' };

function toRefreshedWire(
  { vault, network }: RefreshRequest,
  refreshed: Refreshed,
): Data<typeof holdingEndpoints.refreshHoldings> {
  const byContract = new Map(refreshed.tokens.map((token) => [token.contract, token]));
  return {
    vaultId: vault.id,
    vaultAddress: vault.address,
    network,
    updatedTokens: refreshed.updated,
    totalTokens: refreshed.tokens.length,
    lastUpdated: isoTime(refreshed.lastUpdatedMs),
    holdings: refreshed.holdings.flatMap((holding) => {
      const token = byContract.get(holding.token);
      return token ? [toHoldingWire(holding, token, vault.address)] : [];
    }),
  };
}

/** Vaults §4.11: one text for the testnet; on the mainnet the text names a single token. */
function refreshMessage({ network, tokens }: RefreshRequest, refreshed: Refreshed): string {
  if (network === 'testnet') return 'Testnet token holdings updated successfully';
  const [first, ...others] = refreshed.tokens;
  const isSingle = tokens !== undefined && first !== undefined && others.length === 0;
  if (isSingle) return `${first.symbol} token holding updated successfully`;
  return holdingEndpoints.refreshHoldings.message;
}

type BulkInput = Parsed<typeof holdingEndpoints.refreshAllHoldings>;

function toBulkRequest({ query, body }: BulkInput): BulkRequest {
  const { vaultIds, owner, tradePermissionOnly, afterId, maxVaults: vaultsMax } = body;
  return {
    network: query.network,
    batchSize: query.batchSize,
    tokens: body.tokens,
    force: body.forceUpdate,
    selection: { vaultIds, owner, tradePermissionOnly, afterId, vaultsMax },
  };
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
