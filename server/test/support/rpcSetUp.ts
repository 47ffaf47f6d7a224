import { onTestFinished } from 'vitest';
import { createManualClock } from '../../src/kit/manualClock.ts';
import { createRpcLedger } from '../../src/vault/ledger/rpcLedger.ts';
import { startRpcServer } from './rpcServer.ts';

/** Stands in the address the ledger is reached at, and must never leave it. */
export const rpcSecret = 'k3y-0f-the-0perat0r';

/** A ledger port on a test server of its own, for the length of one test. */
export async function setUpRpcLedger() {
  const server = await startRpcServer();
  onTestFinished(() => server.close());
  const clock = createManualClock(Date.UTC(2026, 0, 5, 12));
  const ledger = createRpcLedger({ network: 'mainnet', url: `${server.url}/${rpcSecret}`, clock });
  return { server, clock, ledger };
}

/** A signal that never aborts. */
export const never: AbortSignal = new AbortController().signal;
