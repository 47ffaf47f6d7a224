import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSeededRandom, type Random } from '../../src/kit/random.ts';
import { notAskedForMs } from '../../src/vault/ledger/ledgerCall.ts';
import { proofOf } from '../support/proof.ts';
import { pathOf } from '../support/vault/holdingsApp.ts';
import {
  advanceUntil,
  contractsOf,
  type LedgerApp,
  type MadeVault,
  openLedgerApp,
} from '../support/vault/ledgerApp.ts';
import type { RpcCall, RpcEntriesResult, RpcFault } from '../support/vault/rpcServer.ts';

const vaultCount = 1_000;
/** With the vault itself ten keys: twenty vaults per call, so that a run is fifty calls. */
const tokens = contractsOf('mainnet').slice(0, 9);
const bulkPath = pathOf('refreshAllHoldings');
/** Share of calls that fail: three attempts in a row fail for one call in five. */
const faultShare = 0.6;

/** Balance of a token in a vault at a ledger: never the same at two ledgers. */
const amountAt = (vault: number, token: number, ledger: number) =>
  BigInt(ledger) * 1_000_000_000n + BigInt(vault * 100 + token);

const edited = (edit: (result: RpcEntriesResult) => unknown): RpcFault => ({ kind: 'edit', edit });
const limited = (seconds: number): RpcFault => ({
  kind: 'status',
  status: 429,
  headers: { 'retry-after': String(seconds) },
});

const faults: readonly RpcFault[] = [
  { kind: 'hang' },
  { kind: 'cut' },
  { kind: 'reset' },
  { kind: 'status', status: 429 },
  limited(3),
  limited(120),
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500, body: 'x', isEndless: true },
  { kind: 'status', status: 400 },
  { kind: 'body', text: '<html>busy</html>' },
  { kind: 'body', text: '' },
  { kind: 'body', text: '{"jsonrpc":"2.0","id":1}' },
  { kind: 'error', code: -32_603 },
  { kind: 'error', code: -32_602 },
  edited(({ entries }) => ({ entries })),
  edited(({ latestLedger }) => ({ latestLedger })),
  edited(({ entries, ...rest }) => ({ ...rest, entries: [...entries, ...entries] })),
  // The values of each other: code that matches by position would store them.
  edited(({ entries, ...rest }) => ({
    ...rest,
    entries: entries.map((entry, at) => ({ ...entry, xdr: entries.at(-1 - at)?.xdr })),
  })),
];

/** Decides by the call's first key and its attempt: a seed determines each call's result. */
function faultsOf(seed: number, { mainnet, clock }: LedgerApp) {
  const attempts = new Map<string, number>();
  const draw = (random: Random) => faults[Math.floor(random.between(0, faults.length))];
  let isDown = false;
  const restart = () => {
    if (isDown) return;
    isDown = true;
    mainnet.close();
    clock.schedule(700, () => {
      isDown = false;
      void mainnet.reopen();
    });
  };
  mainnet.faultOf = ({ method, keys: [name = method] }: RpcCall) => {
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    const random = createSeededRandom(`${seed} ${name} ${attempt}`);
    if (random.next() >= faultShare) return undefined;
    if (random.next() < 1 / faults.length) restart();
    return draw(random);
  };
}

/** Gives every vault new amounts. */
function closeLedger({ mainnet }: LedgerApp, vaults: readonly MadeVault[]): number {
  mainnet.ledger += 1;
  for (const [number, { vaultAddress }] of vaults.entries()) {
    for (const [index, token] of tokens.entries()) {
      mainnet.setBalance(token, vaultAddress, amountAt(number, index, mainnet.ledger));
    }
  }
  return mainnet.ledger;
}

interface Held {
  readonly tokenId: string;
  readonly balance: string;
  readonly ledger: number;
}

/** Checks whether each vault has all the balances of the ledger that it should be at. */
async function expectStored(
  { get }: LedgerApp,
  vaults: readonly MadeVault[],
  ledgerOf: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [number, { id }] of vaults.entries()) {
    const { json } = await get(`${pathOf('listHoldings', id)}?limit=100`);
    const held = new Map(json.data.map((one: Held) => [one.tokenId, one]));
    const ledger = ledgerOf.get(id) ?? 0;
    const expected = tokens.map((tokenId, index) => {
      const units = String(amountAt(number, index, ledger));
      return { tokenId, ledger, balance: `${units.slice(0, -7)}.${units.slice(-7)}` };
    });
    expect(tokens.map((token) => held.get(token))).toMatchObject(expected);
    expect(held.size).toBe(tokens.length);
  }
}

/** Refreshes all and returns how many failed; the map gets the ledger of each vault. */
async function refreshAll(app: LedgerApp, ledgerOf: Map<string, number>): Promise<number> {
  const asked = app.post(`${bulkPath}?batchSize=50`, { tokens, forceUpdate: true });
  const { status, json } = await advanceUntil(app.clock, asked);
  const { results, ...totals } = json.data;
  const updated = results.filter((line: { status: string }) => line.status === 'success');
  const failed = results.length - updated.length;
  for (const { vaultId } of updated) ledgerOf.set(vaultId, app.mainnet.ledger);
  for (const line of results) {
    expect(line.status === 'success' ? line.tokensUpdated : line.error).toEqual(
      line.status === 'success'
        ? tokens.length
        : expect.stringMatching(/^The (mainnet )?ledger .*\.$/),
    );
  }
  expect([status, new Set(ledgerOf.keys()).size]).toEqual([failed > 0 ? 207 : 200, vaultCount]);
  expect(totals).toMatchObject({
    totalVaultsProcessed: vaultCount,
    totalVaultsUpdated: vaultCount - failed,
    totalVaultsFailed: failed,
    totalTokensUpdated: (vaultCount - failed) * tokens.length,
    summary: { successRate: `${(((vaultCount - failed) / vaultCount) * 100).toFixed(1)}%` },
    nextAfterId: null,
  });
  return failed;
}

/** 16 s on two idle cores; beside other work it once took the usual 30. */
const timeout = 120_000;

it('a bulk refresh through a failing server stores whole vaults, and the next mends the rest', {
  timeout,
}, async () => {
  const app = await openLedgerApp();
  const vaults = await app.makeMany(vaultCount);
  const ledgerOf = new Map<string, number>();
  closeLedger(app, vaults);
  expect(await refreshAll(app, ledgerOf)).toBe(0);
  const waiting = app.clock.pending();

  const run = async (seed: number) => {
    const ledger = closeLedger(app, vaults);
    faultsOf(seed, app);
    const failed = await refreshAll(app, ledgerOf);
    // Out of fifty calls some fail, but not all.
    expect([failed > 0, failed < vaultCount]).toEqual([true, true]);
    await expectStored(app, vaults, ledgerOf);

    app.mainnet.faultOf = undefined;
    // A server that restarts is back by then, abandoned calls are forgotten, and a ledger that gave
    // no answer eight times in a row is asked again.
    await app.clock.advance(notAskedForMs);
    expect([app.clock.pending(), app.mainnet.pendingCount]).toEqual([waiting, 0]);
    expect(await refreshAll(app, ledgerOf)).toBe(0);
    expect(new Set(ledgerOf.values())).toEqual(new Set([ledger]));
    await expectStored(app, vaults, ledgerOf);
  };
  const options = { ...proofOf(1), endOnFailure: true };
  await fc.assert(fc.asyncProperty(fc.integer(), run), options);
});
