import { assert } from '../../kit/assert.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { Network } from '../network.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';
import { type ReadChunk, streamChunks } from './chunkStream.ts';
import { createLedgerCall } from './ledgerCall.ts';
import type { LedgerMetrics } from './ledgerMetrics.ts';
import { LedgerError, type LedgerPort } from './ledgerPort.ts';
import { failedReadings, readingsOf } from './readings.ts';
import { createTokenCheck } from './tokenCheck.ts';
import type { Read, VaultRead } from './vaultRead.ts';

export type { Read, VaultRead, VaultReading } from './vaultRead.ts';

/** Reads balances of many vaults in the fewest calls that a network allows. */
export interface LedgerReader {
  readonly network: Network;
  /**
   * Returns the tokens in use: the curated ones that the ledger confirms. Rejects with
   * `LedgerError` while the network was never reached, or is not the right one.
   */
  tokens(signal: AbortSignal): Promise<readonly CuratedToken[]>;
  /**
   * Takes vaults as they are needed and yields readings in batches, each from one call, in the
   * order in which calls end. Every vault taken is yielded exactly once, unless the signal aborts.
   */
  read<V extends VaultRead>(
    vaults: AsyncIterable<V> | Iterable<V>,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Read<V>[]>;
}

export interface LedgerReaderDeps {
  readonly port: LedgerPort;
  /** The name that the network must give itself. */
  readonly passphrase: string;
  /** The curated list of this network. */
  readonly tokens: readonly CuratedToken[];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics?: LedgerMetrics;
}

export function createLedgerReader(deps: LedgerReaderDeps): LedgerReader {
  const { port } = deps;
  assert(
    deps.tokens.every(({ network }) => network === port.network),
    'the list of tokens is of the network that is read',
  );
  const call = createLedgerCall({ ...deps, network: port.network });
  const tokens = createTokenCheck({ ...deps, call });

  const readChunk: ReadChunk = async (chunk, signal) => {
    try {
      // Joined within the call, so that an invalid answer fails like a broken one.
      return await call(
        async (attempt) => readingsOf(chunk, await port.entries(chunk.keys, attempt)),
        signal,
      );
    } catch (error) {
      return failedReadings(chunk, reasonOf(error, signal));
    }
  };

  return {
    network: port.network,
    tokens,
    async *read(vaults, signal) {
      // Nothing is asked of the server until it is known to be the right one.
      const reader = await tokens(signal).then(
        () => readChunk,
        (error: unknown) => refuseChunks(reasonOf(error, signal)),
      );
      yield* streamChunks({ vaults, signal, readChunk: reader });
    },
  };
}

function refuseChunks(reason: string): ReadChunk {
  return async (chunk) => failedReadings(chunk, reason);
}

/**
 * Returns the reason that a caller may see; throws the error again when it is no failure of the
 * ledger.
 */
function reasonOf(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (error instanceof LedgerError) return error.message;
  throw error;
}
