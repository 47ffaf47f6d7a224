import { unreachable } from '../../kit/assert.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { LedgerError } from '../ledger/ledgerPort.ts';
import type { LedgerReader, VaultReading } from '../ledger/ledgerReader.ts';
import type { Network } from '../network.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';
import type { Vault } from '../vault.ts';
import type { FindToken, Holding } from './holding.ts';
import type { HoldingStore } from './holdingStore.ts';
import type { HoldingObserver } from './observe.ts';
import { refuseUnlisted, tokensToRead } from './tokensToRead.ts';

export interface RefreshRequest {
  readonly vault: Pick<Vault, 'id' | 'address'>;
  readonly network: Network;
  /** Contracts; undefined means all supported ones. */
  readonly tokens: readonly string[] | undefined;
  /** True to read even tokens that were read a moment ago. */
  readonly force: boolean;
}

export interface Refreshed {
  /** Balances written by this call. */
  readonly updated: number;
  readonly tokens: readonly CuratedToken[];
  /** Holdings of the considered tokens, by token. */
  readonly holdings: readonly Holding[];
  /** When the newest of them was read. */
  readonly lastUpdatedMs: number;
}

export interface RefreshDeps {
  readonly holdings: HoldingStore;
  readonly readers: Readonly<Record<Network, LedgerReader>>;
  readonly findToken: FindToken;
  readonly clock: Clock;
  /** Tokens read within this time are returned from the database (Vaults §4.11, "recently"). */
  readonly freshMs: number;
  readonly observe: HoldingObserver;
}

/** Reads one vault's balances from the ledger and stores them. */
export type Refresh = (request: RefreshRequest, signal: AbortSignal) => Promise<Refreshed>;

export function createRefresh(deps: RefreshDeps): Refresh {
  const { holdings, readers, findToken, clock, freshMs, observe } = deps;

  const staleTokens = async (request: RefreshRequest, contracts: readonly string[]) => {
    if (request.force) return contracts;
    const { vault, network } = request;
    const afterMs = clock.now() - freshMs;
    const fresh = await holdings.freshness({ vaultIds: [vault.id], network, afterMs });
    return contracts.filter((contract) => !fresh.get(vault.id)?.has(contract));
  };

  const update = async (
    { vault, network }: RefreshRequest,
    tokens: readonly string[],
    signal: AbortSignal,
  ): Promise<number> => {
    const reading = await readOne(readers[network], { address: vault.address, tokens }, signal);
    const { ledger, amounts } = requireRead(reading, network);
    const readings = [{ vaultId: vault.id, network, ledger, amounts }];
    const [outcome] = await holdings.store(readings, clock.now());
    if (outcome?.kind !== 'stored') throw new AppError('VAULT_NOT_FOUND');
    return outcome.updated;
  };

  const refresh: Refresh = async (request, signal) => {
    const { vault, network } = request;
    refuseUnlisted(findToken, request);
    const tokens = await tokensToRead(readers[network], request.tokens, signal);
    const contracts = tokens.map(({ contract }) => contract);
    const stale = await staleTokens(request, contracts);
    // Without a token to read, the ledger is still asked whether the vault exists.
    const isFresh = stale.length === 0 && contracts.length > 0;
    const updated = isFresh ? 0 : await update(request, stale, signal);
    const considered = new Set(contracts);
    const stored = await holdings.ofVault(vault.id, network);
    const found = stored.filter(({ token }) => considered.has(token));
    const lastUpdatedMs = newest(found) ?? clock.now();
    return { updated, tokens, holdings: found, lastUpdatedMs };
  };

  return async (request, signal) => {
    const { vault, network } = request;
    try {
      const refreshed = await refresh(request, signal);
      observe.refreshed(network, 'success');
      return refreshed;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (isLedgerRefusal(error)) observe.refreshed(network, 'failed');
      if (!(error instanceof LedgerError)) throw error;
      observe.ledgerFailed({ vaultId: vault.id, network, reason: error.message });
      throw new AppError('LEDGER_UNAVAILABLE', { cause: error });
    }
  };
}

async function readOne(
  reader: LedgerReader,
  vault: { readonly address: string; readonly tokens: readonly string[] },
  signal: AbortSignal,
): Promise<VaultReading> {
  for await (const batch of reader.read([vault], signal)) {
    for (const { reading } of batch) return reading;
  }
  throw new LedgerError('unavailable', 'The ledger gave no answer.');
}

function requireRead(reading: VaultReading, network: Network) {
  switch (reading.kind) {
    case 'read':
      return reading;
    case 'absent': {
      const message = notOnLedger(network);
      throw new AppError('VAULT_NOT_ON_LEDGER', { message });
    }
    case 'failed':
      throw new LedgerError('unavailable', reading.reason);
    default:
      return unreachable(reading);
  }
}

/** Returns the message for a vault without a contract on the network, alone or among many. */
export function notOnLedger(network: Network): string {
  return `Vault address not found on the ${network} ledger`;
}

function isLedgerRefusal(error: unknown): boolean {
  return (
    error instanceof LedgerError ||
    (error instanceof AppError && error.code === 'VAULT_NOT_ON_LEDGER')
  );
}

function newest(holdings: readonly Holding[]): number | undefined {
  const [first, ...rest] = holdings.map(({ updatedAtMs }) => updatedAtMs);
  return first === undefined ? undefined : rest.reduce((a, b) => Math.max(a, b), first);
}
