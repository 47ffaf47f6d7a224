import type { Clock } from '../../../src/kit/clock.ts';
import { LedgerError } from '../../../src/vault/ledger/ledgerPort.ts';
import type { LedgerReader, Read, VaultRead } from '../../../src/vault/ledger/ledgerReader.ts';
import type { Network } from '../../../src/vault/network.ts';
import type { CuratedToken } from '../../../src/vault/tokens/curatedToken.ts';

/** The fake's fault for a vault; undefined when its balances are read. */
export type ReadFault = 'absent' | 'failed' | undefined;

/** A ledger in memory that returns readings in small batches and can fail in each way. */
export interface FakeLedger {
  readonly reader: LedgerReader;
  /** Balances by `<address> <token>`; a missing one is 0. */
  readonly balances: Map<string, bigint>;
  /** Every vault that was requested, in order. */
  readonly asked: VaultRead[];
  /** Tokens of the network: those of the list unless set. */
  supported: readonly CuratedToken[];
  /** Number of requests for the network's tokens. */
  tokensAsked: number;
  ledger: number;
  faultOf: (address: string) => ReadFault;
  /** When set, the network was never reached, or is another one. */
  unverified: string | undefined;
  /** Milliseconds that a batch takes. */
  delayMs: number;
  /** Called after a batch was read and before it is returned. */
  beforeGiving: (vaults: readonly VaultRead[]) => Promise<void> | void;
  /** Leaves batches unanswered until the signal aborts. */
  hangs: boolean;
}

interface FakeLedgerOptions {
  readonly network?: Network;
  readonly tokens: readonly CuratedToken[];
  readonly clock: Clock;
}

/** Vaults per call. */
const batchSize = 7;

export function createFakeLedger(options: FakeLedgerOptions): FakeLedger {
  const { network = 'mainnet', tokens, clock } = options;
  const ledger: FakeLedger = {
    balances: new Map(),
    asked: [],
    supported: tokens,
    tokensAsked: 0,
    ledger: 1_000,
    faultOf: () => undefined,
    unverified: undefined,
    delayMs: 0,
    beforeGiving: () => undefined,
    hangs: false,
    reader: {
      network,
      async tokens() {
        ledger.tokensAsked += 1;
        if (ledger.unverified === undefined) return ledger.supported;
        throw new LedgerError('wrongNetwork', ledger.unverified);
      },
      async *read<V extends VaultRead>(
        vaults: AsyncIterable<V> | Iterable<V>,
        signal: AbortSignal,
      ): AsyncGenerator<readonly Read<V>[]> {
        for await (const batch of batches(vaults)) {
          ledger.asked.push(...batch);
          if (ledger.hangs) await aborted(signal);
          if (ledger.delayMs > 0) await clock.sleep(ledger.delayMs, signal);
          if (signal.aborted) return;
          const readings = batch.map((vault) => readVault(ledger, vault));
          await ledger.beforeGiving(batch);
          yield readings;
        }
      },
    },
  };
  return ledger;
}

async function* batches<V>(vaults: AsyncIterable<V> | Iterable<V>): AsyncGenerator<V[]> {
  let batch: V[] = [];
  for await (const vault of vaults) {
    batch.push(vault);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function readVault<V extends VaultRead>(ledger: FakeLedger, vault: V): Read<V> {
  const fault = ledger.faultOf(vault.address);
  if (fault === 'absent') return { vault, reading: { kind: 'absent' } };
  if (fault === 'failed') {
    return { vault, reading: { kind: 'failed', reason: 'Ledger network unavailable' } };
  }
  const amountOf = (token: string) => ledger.balances.get(`${vault.address} ${token}`) ?? 0n;
  const amounts = new Map(vault.tokens.map((token) => [token, amountOf(token)]));
  return { vault, reading: { kind: 'read', ledger: ledger.ledger, amounts } };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
