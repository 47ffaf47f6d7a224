import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import type { RpcEntriesResult, RpcFault } from '../../../test/support/vault/rpcServer.ts';
import { never, rpcSecret, setUpRpcLedger } from '../../../test/support/vault/rpcSetUp.ts';
import { curatedTokens } from '../tokens/curatedTokens.ts';
import { LedgerError, type LedgerKey } from './ledgerPort.ts';
import { createRpcLedger } from './rpcLedger.ts';

const vault = 'CCPOJHNC6ZLO43CU3TX6SXRW5UUSCQ664GCHDFKFY7P6XVUISWGEFQ3F';
const secondVault = 'CAY3FXYTAIPQGUKIYFQI2XN2V7VC3UPDRP6LRHJYE5NF7LDVJVZUOIJ2';
const token = curatedTokens('mainnet')[0]?.contract ?? '';
const instance = (contract: string): LedgerKey => ({ kind: 'instance', contract });
const balance = (held: string, holder: string): LedgerKey => ({
  kind: 'balance',
  token: held,
  holder,
});
/** The default deadline of a call. */
const timeoutMs = 10_000;

async function failure(call: Promise<unknown>): Promise<LedgerError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LedgerError)) throw new Error(`expected a LedgerError: ${inspect(error)}`);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(rpcSecret);
  return error;
}

const inHalfAMinute = { 'retry-after': 'Mon, 05 Jan 2026 12:00:30 GMT' };
const dropped = (result: RpcEntriesResult) => ({ latestLedger: result.latestLedger });
const renamed = (result: RpcEntriesResult) => ({
  ...result,
  entries: result.entries.map((entry) => ({ ...entry, key: entry.key.replace(/.$/, 'C') })),
});
const exchanged = ({ entries: [first, second, ...rest], latestLedger }: RpcEntriesResult) => ({
  latestLedger,
  entries: [{ ...first, xdr: second?.xdr }, { ...second, xdr: first?.xdr }, ...rest],
});
const doubled = (result: RpcEntriesResult) => ({
  ...result,
  entries: [...result.entries, ...result.entries],
});
const emptied = (result: RpcEntriesResult) => ({
  ...result,
  entries: result.entries.map(({ key }) => ({ key })),
});
const shortened = (result: RpcEntriesResult) => ({
  ...result,
  entries: result.entries.map((entry) => ({ ...entry, xdr: entry.xdr.slice(0, -8) })),
});

it.each<[string, RpcFault, string, string]>([
  ['a reset', { kind: 'reset' }, 'unavailable', 'could not be reached (UND_ERR_SOCKET).'],
  ['half an answer', { kind: 'cut' }, 'unavailable', 'broke off its answer (UND_ERR_SOCKET).'],
  ['a 500', { kind: 'status', status: 500 }, 'unavailable', 'failed (HTTP 500).'],
  ['a 503', { kind: 'status', status: 503 }, 'unavailable', 'failed (HTTP 503).'],
  ['a 408', { kind: 'status', status: 408 }, 'unavailable', 'failed (HTTP 408).'],
  ['a 403', { kind: 'status', status: 403 }, 'refused', 'refused the call (HTTP 403).'],
  ['a 301', { kind: 'status', status: 301 }, 'refused', 'refused the call (HTTP 301).'],
  ['an own failure', { kind: 'error', code: -32603 }, 'unavailable', 'failed (-32603).'],
  ['another code', { kind: 'error', code: -32005 }, 'unavailable', 'failed (-32005).'],
  ['wrong keys', { kind: 'error', code: -32602 }, 'refused', 'refused the call (-32602).'],
  ['an empty body', { kind: 'body', text: '' }, 'unavailable', 'sent an unreadable answer.'],
  ['null', { kind: 'body', text: 'null' }, 'unavailable', 'sent an unreadable answer.'],
  ['no JSON', { kind: 'body', text: '<html>' }, 'unavailable', 'sent an unreadable answer.'],
  ['no result', { kind: 'body', text: '{"id":1}' }, 'unavailable', 'sent an incomplete answer.'],
  [
    'a null error',
    { kind: 'body', text: '{"error":null}' },
    'unavailable',
    'sent an unreadable answer.',
  ],
  ['no entries', { kind: 'edit', edit: dropped }, 'unavailable', 'sent an incomplete answer.'],
  [
    'no ledger',
    { kind: 'edit', edit: ({ entries }) => ({ entries }) },
    'unavailable',
    'sent an incomplete answer.',
  ],
  ['foreign keys', { kind: 'edit', edit: renamed }, 'unavailable', 'answered another question.'],
  [
    'keys without entries',
    { kind: 'edit', edit: emptied },
    'unavailable',
    'answered another question.',
  ],
  [
    'entries under each other’s keys',
    { kind: 'edit', edit: exchanged },
    'unavailable',
    'sent an unreadable entry.',
  ],
  ['entries twice', { kind: 'edit', edit: doubled }, 'unavailable', 'answered one question twice.'],
  [
    'entries cut short',
    { kind: 'edit', edit: shortened },
    'unavailable',
    'sent an unreadable entry.',
  ],
])('%s', async (_, fault, kind, message) => {
  const { server, clock, ledger } = await setUpRpcLedger();
  const keys = [balance(token, vault), balance(token, secondVault), instance(vault)];
  server.setBalance(token, vault, 5n);
  server.setBalance(token, secondVault, 6n);
  server.setContract(vault, 'wasm');
  server.fail(fault);
  const error = await failure(ledger.entries(keys, never));
  expect([error.kind, error.message]).toEqual([kind, `The mainnet ledger ${message}`]);
  expect(clock.pending()).toBe(0);
  expect((await ledger.entries(keys, never)).entries.size).toBe(3);
});

it.each<[number, Readonly<Record<string, string>>, number | undefined]>([
  [429, {}, undefined],
  [429, { 'retry-after': '7' }, 7_000],
  [429, inHalfAMinute, 30_000],
  [503, { 'retry-after': '2' }, 2_000],
])('a %d with %j asks for a pause', async (status, headers, retryAfterMs) => {
  const { server, ledger } = await setUpRpcLedger();
  server.fail({ kind: 'status', status, headers, body: 'Too many requests' });
  const error = await failure(ledger.entries([instance(vault)], never));
  expect([error.kind, error.retryAfterMs]).toEqual(['limited', retryAfterMs]);
  expect(error.message).toBe('The mainnet ledger asks for a pause.');
});

it('a refusal whose body never ends is known at once', async () => {
  const { server, ledger } = await setUpRpcLedger();
  const headers = { 'retry-after': '7' };
  server.fail({ kind: 'status', status: 429, headers, isEndless: true });
  const error = await failure(ledger.entries([instance(vault)], never));
  expect([error.kind, error.retryAfterMs]).toEqual(['limited', 7_000]);
});

it('an answer without end is cut', async () => {
  const { server, ledger } = await setUpRpcLedger();
  server.fail({ kind: 'body', text: ' '.repeat(33 * 1024 * 1024) });
  const error = await failure(ledger.entries([instance(vault)], never));
  expect(error.message).toBe('The mainnet ledger sent too long an answer.');
});

it('nobody listening', async () => {
  const { server, ledger } = await setUpRpcLedger();
  server.close();
  const error = await failure(ledger.entries([instance(vault)], never));
  expect([error.kind, error.message]).toEqual([
    'unavailable',
    'The mainnet ledger could not be reached (ECONNREFUSED).',
  ]);
});

it('silence ends at the deadline', async () => {
  const { server, clock, ledger } = await setUpRpcLedger();
  server.fail({ kind: 'hang' });
  const call = failure(ledger.entries([instance(vault)], never));
  await server.arrived(1);
  await clock.advance(timeoutMs);
  expect(await call).toMatchObject({
    kind: 'unavailable',
    message: 'The mainnet ledger did not answer in time.',
  });
  expect(clock.pending()).toBe(0);
});

it('an abort ends the call', async () => {
  const { server, clock, ledger } = await setUpRpcLedger();
  server.fail({ kind: 'hang' });
  const stop = new AbortController();
  const call = failure(ledger.entries([instance(vault)], stop.signal));
  await server.arrived(1);
  stop.abort();
  expect(await call).toMatchObject({ message: 'The mainnet ledger was no longer asked.' });
  expect(clock.pending()).toBe(0);
});

it('asks nothing once it is aborted', async () => {
  const { server, ledger } = await setUpRpcLedger();
  await failure(ledger.passphrase(AbortSignal.abort()));
  expect(server.calls).toEqual([]);
});

it('an address that is none stops at once, and is not repeated', () => {
  const clock = createManualClock();
  const make = (url: string) => () => createRpcLedger({ network: 'testnet', url, clock });
  expect(make(`ftp://${rpcSecret}`)).toThrow(/^Must hold: an http\(s\) address for testnet$/);
  expect(make(`https://a b/${rpcSecret}`)).toThrow(/^Must hold: an http\(s\) address for testnet$/);
});
