import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { xdr } from '@stellar/stellar-sdk/base';
import { keysPerCallMax, type LedgerKey } from '../../../src/vault/ledger/ledgerPort.ts';
import { createRpcState, type RpcExecutable, type RpcState } from './rpcState.ts';

export interface RpcResultEntry {
  readonly key: string;
  readonly xdr: string;
  readonly lastModifiedLedgerSeq: number;
  readonly liveUntilLedgerSeq: number;
  readonly extXdr: string;
}

export interface RpcEntriesResult {
  readonly entries: readonly RpcResultEntry[];
  readonly latestLedger: number;
}

/** A fault of one call. */
export type RpcFault =
  /** No answer, ever. */
  | { readonly kind: 'hang' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** True for a body that begins and never ends. */
      readonly isEndless?: boolean;
    }
  /** Status 200 with this text as its body. */
  | { readonly kind: 'body'; readonly text: string }
  /** The connection ends after half of a good answer. */
  | { readonly kind: 'cut' }
  /** The connection ends before any answer. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'error'; readonly code: number; readonly message?: string }
  /** A good answer with its result changed. */
  | { readonly kind: 'edit'; readonly edit: (result: RpcEntriesResult) => unknown }
  /** A good answer, once the promise resolves. */
  | { readonly kind: 'wait'; readonly until: Promise<unknown> };

export interface RpcCall {
  readonly method: string;
  /** Keys in base64; empty for other methods than `getLedgerEntries`. */
  readonly keys: readonly string[];
}

/** A Stellar RPC server over HTTP, for tests: its ledger is what the test says. */
export interface RpcServer {
  readonly url: string;
  passphrase: string;
  ledger: number;
  /** Every call so far, refused and failed ones included. */
  readonly calls: readonly RpcCall[];
  /** Calls of a method so far. */
  count(method: string): number;
  /** Number of keys requested so far, in all calls. */
  readonly keyCount: number;
  /** Calls that are being answered now. */
  readonly pendingCount: number;
  /** Resolves when this many calls have come in since the server began. */
  arrived(callCount: number): Promise<void>;
  setContract(contract: string, executable: RpcExecutable | undefined): void;
  /** Sets an entry; an amount of undefined removes it. */
  setBalance(token: string, holder: string, amount: bigint | undefined): void;
  /** Puts any value under the key. */
  setValue(key: LedgerKey, value: xdr.ScVal): void;
  /** Makes the next calls fail, one fault each. */
  fail(...faults: readonly RpcFault[]): void;
  /** Called for calls that have no fault from `fail`. */
  faultOf: ((call: RpcCall, number: number) => RpcFault | undefined) | undefined;
  /** Cuts every connection and accepts no more, until `reopen`. */
  close(): void;
  /** Listens again on the same port. */
  reopen(): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function startRpcServer(
  options: { readonly passphrase?: string; readonly ledger?: number } = {},
): Promise<RpcServer> {
  const state = createRpcState();
  const faults: RpcFault[] = [];
  const calls: RpcCall[] = [];
  const arrivals = createArrivals();
  let pendingCount = 0;
  let keyCount = 0;

  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = readMessage(await bodyOf(request));
    const call = { method: message.method, keys: message.keys };
    calls.push(call);
    keyCount += call.keys.length;
    pendingCount += 1;
    response.on('close', () => {
      pendingCount -= 1;
    });
    const fault = faults.shift() ?? server.faultOf?.(call, calls.length);
    arrivals.note(calls.length);
    if (fault?.kind === 'wait') await fault.until;
    reply(response, fault, answer(message, state, server));
  }

  await listen(http, 0);
  const { port } = http.address() as AddressInfo;
  const server: RpcServer = {
    url: `http://127.0.0.1:${port}/rpc`,
    passphrase: options.passphrase ?? 'Public Global Stellar Network ; September 2015',
    ledger: options.ledger ?? 60_000_000,
    calls,
    faultOf: undefined,
    count: (method) => calls.filter((call) => call.method === method).length,
    get keyCount() {
      return keyCount;
    },
    get pendingCount() {
      return pendingCount;
    },
    arrived: arrivals.reached,
    setContract: state.setContract,
    setBalance: state.setBalance,
    setValue: state.setValue,
    fail: (...next) => {
      faults.push(...next);
    },
    close() {
      http.closeAllConnections();
      http.close();
    },
    reopen: () => listen(http, port),
  };
  return server;
}

async function listen(http: Server, port: number): Promise<void> {
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
}

/** Notifies tests when a number of calls has come in. */
function createArrivals() {
  let arrived = 0;
  let waiting: { readonly callCount: number; readonly resolve: () => void }[] = [];
  return {
    note(count: number) {
      arrived = count;
      for (const { callCount, resolve } of waiting) if (arrived >= callCount) resolve();
      waiting = waiting.filter(({ callCount }) => arrived < callCount);
    },
    reached: (callCount: number): Promise<void> =>
      new Promise((resolve) => {
        if (arrived >= callCount) resolve();
        else waiting.push({ callCount, resolve });
      }),
  };
}

interface RpcMessage {
  readonly id: unknown;
  readonly method: string;
  readonly keys: readonly string[];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function readMessage(body: string): RpcMessage {
  const message = JSON.parse(body) as {
    readonly id?: unknown;
    readonly method: string;
    readonly params?: { readonly keys?: readonly string[] } | null;
  };
  return { id: message.id ?? null, method: message.method, keys: message.params?.keys ?? [] };
}

type RpcOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

interface RpcAnswer {
  readonly id: unknown;
  readonly outcome: RpcOutcome;
}

function answer(message: RpcMessage, state: RpcState, server: RpcServer): RpcAnswer {
  const outcome = ((): RpcOutcome => {
    switch (message.method) {
      case 'getNetwork':
        return { result: { passphrase: server.passphrase, protocolVersion: 23 } };
      case 'getHealth':
        return { result: health(server.ledger) };
      case 'getLedgerEntries':
        return entriesOf(message.keys, state, server.ledger);
      default:
        return { error: { code: -32601, message: 'method not found' } };
    }
  })();
  return { id: message.id, outcome };
}

/** Ledgers that a server remembers: those of a day. */
const retentionLedgers = 17_280;

function health(ledger: number) {
  return {
    status: 'healthy',
    latestLedger: ledger,
    latestLedgerCloseTime: 1_700_000_000,
    oldestLedger: Math.max(1, ledger - retentionLedgers),
    oldestLedgerCloseTime: 1_699_913_600,
    ledgerRetentionWindow: retentionLedgers,
  };
}

function entriesOf(keys: readonly string[], state: RpcState, ledger: number): RpcOutcome {
  if (keys.length > keysPerCallMax) {
    const message = `key count (${keys.length}) exceeds maximum supported (${keysPerCallMax})`;
    return { error: { code: -32602, message } };
  }
  const badAt = keys.findIndex((key) => !state.isKey(key));
  if (badAt >= 0) {
    const message = `cannot unmarshal key value ${keys[badAt]} at index ${badAt}`;
    return { error: { code: -32602, message } };
  }
  if (new Set(keys).size < keys.length) {
    return { error: { code: -32603, message: 'could not obtain ledger entries' } };
  }
  const entries: RpcResultEntry[] = [];
  for (const key of keys) {
    const entry = state.entries.get(key);
    if (entry === undefined) continue;
    entries.push({
      key,
      xdr: entry,
      lastModifiedLedgerSeq: ledger - 1,
      liveUntilLedgerSeq: 0,
      extXdr: 'AAAAAA==',
    });
  }
  return { result: { entries, latestLedger: ledger } satisfies RpcEntriesResult };
}

function reply(
  response: ServerResponse,
  fault: RpcFault | undefined,
  { id, outcome }: RpcAnswer,
): void {
  const send = (part: RpcOutcome) => JSON.stringify({ jsonrpc: '2.0', id, ...part });
  const head = (text: string) =>
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
  const whole = (text: string) => head(text).end(text);
  switch (fault?.kind) {
    case undefined:
    case 'wait':
      return void whole(send(outcome));
    case 'hang':
      return;
    case 'reset':
      return void response.destroy();
    case 'status':
      response.writeHead(fault.status, { ...fault.headers }).write(fault.body ?? ' ');
      if (!fault.isEndless) response.end();
      return;
    case 'body':
      return void whole(fault.text);
    case 'error': {
      const error = { code: fault.code, message: fault.message ?? 'failed' };
      return void whole(send({ error }));
    }
    case 'edit': {
      const result = 'result' in outcome ? fault.edit(outcome.result as RpcEntriesResult) : null;
      return void whole(send({ result }));
    }
    case 'cut': {
      const text = send(outcome);
      // Ends only once the first half has left, so that exactly half an answer arrives.
      head(text).write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
  }
}
