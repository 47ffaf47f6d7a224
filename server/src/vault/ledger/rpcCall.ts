import { abortable } from '../../kit/abortable.ts';
import { assert } from '../../kit/assert.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Network } from '../network.ts';
import { fieldOf } from './fieldOf.ts';
import { LedgerError } from './ledgerPort.ts';
import { type LedgerSdk, loadLedgerSdk } from './ledgerSdk.ts';
import { createRpcPost } from './rpcPost.ts';
import { unavailable } from './unavailable.ts';

/** A full call takes well under a second; after ten seconds of silence no answer will come. */
const callTimeoutMs = 10_000;

export interface RpcLedgerDeps {
  readonly network: Network;
  /** Address of the network's Stellar RPC server. May contain a credential: no error names it. */
  readonly url: string;
  readonly clock: Clock;
  /** Deadline of the whole call, from the first load of the SDK to the last byte. */
  readonly timeoutMs?: number;
}

export type RpcClient = InstanceType<LedgerSdk['Server']>;

/** Runs one call with the deadline and turns any error into a `LedgerError`. */
export type RpcCall = <Value>(
  signal: AbortSignal,
  run: (client: RpcClient, sdk: LedgerSdk) => Promise<Value>,
) => Promise<Value>;

export function createRpcCall(deps: RpcLedgerDeps): RpcCall {
  const { network, url, clock, timeoutMs = callTimeoutMs } = deps;
  assert(/^https?:\/\//.test(url) && URL.canParse(url), `an http(s) address for ${network}`);
  const post = createRpcPost(deps);
  let loading: Promise<LedgerSdk> | undefined;

  // A client is created for each call, in microseconds: so the call's signal reaches its request.
  const connect = ({ Server }: LedgerSdk, signal: AbortSignal): RpcClient => {
    const client = new Server(url, { allowHttp: url.startsWith('http://') });
    // The SDK's own requests have no signal, take answers of any length and ignore its timeout.
    client.httpClient.defaults.adapter = async (config) => {
      const data = await post(config.data, signal);
      return { data, headers: {}, config, status: 200, statusText: 'OK' };
    };
    return client;
  };

  return async (signal, run) => {
    const deadline = new AbortController();
    const cancel = clock.schedule(timeoutMs, () => deadline.abort());
    const either = AbortSignal.any([signal, deadline.signal]);
    try {
      loading ??= loadLedgerSdk();
      const sdk = await abortable(loading, either);
      return await run(connect(sdk, either), sdk);
    } catch (error) {
      if (signal.aborted) throw unavailable(network, 'was no longer asked');
      if (deadline.signal.aborted) throw unavailable(network, 'did not answer in time');
      throw toLedgerError(network, error);
    } finally {
      cancel();
    }
  };
}

/** Codes of JSON-RPC 2.0 §5.1 that blame the request; the others are problems of the server. */
const refusalCodes: readonly unknown[] = [-32700, -32600, -32601, -32602];

/** The SDK throws a server's error as the plain object that arrived. */
function toLedgerError(network: Network, error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  const code = error instanceof Error ? undefined : fieldOf(error, 'code');
  if (typeof code !== 'number') return unavailable(network, 'sent an unreadable answer', error);
  return refusalCodes.includes(code)
    ? new LedgerError('refused', `The ${network} ledger refused the call (${code}).`)
    : unavailable(network, `failed (${code})`);
}
