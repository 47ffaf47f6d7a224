import { onTestFinished } from 'vitest';
import { createRpcLedger } from '../../../src/vault/ledger/rpcLedger.ts';
import { createManualClock } from '../manualClock.ts';
import { startRpcServer } from './rpcServer.ts';

/** Part of the ledger's address, which must never appear elsewhere. */
export const rpcSecret = 'k3y-0f-the-0perat0r';

/** Opens a ledger port with its own test server, for one test. */
export async function setUpRpcLedger() {
  const server = await startRpcServer();
  onTestFinished(() => server.close());
  const clock = createManualClock(Date.UTC(2026, 0, 5, 12));
  const ledger = createRpcLedger({ network: 'mainnet', url: `${server.url}/${rpcSecret}`, clock });
  return { server, clock, ledger };
}

/** A signal that never aborts. */
export const never: AbortSignal = new AbortController().signal;
