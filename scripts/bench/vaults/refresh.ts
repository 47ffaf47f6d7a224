import { Asset } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { createSystemClock } from '../../../server/src/kit/clock.ts';
import { createSystemRandom } from '../../../server/src/kit/random.ts';
import { createLedgerReader } from '../../../server/src/vault/ledger/ledgerReader.ts';
import { passphrases } from '../../../server/src/vault/ledger/passphrases.ts';
import { createRpcLedger } from '../../../server/src/vault/ledger/rpcLedger.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { alternating, type BenchResult } from '../result.ts';
import { type Child, startChild } from './children.ts';
import { amountOf, madeUpVaults, readTokens } from './ledgerCase.ts';

/** Parallel calls of a careful user; a plain loop waits for each call. */
const peerCallsAtOnce = 10;
/** Maximum number of vaults that the peer reads; with more vaults its figures are scaled up. */
const peerVaultsMax = 50;
const peer = 'one SDK call a balance, ten at once';
const loop = 'one SDK call a balance, in a loop';
const targets = { calls: 20, time: 10 };

/**
 * Measures the reading of balances from a Stellar RPC server in a process of its own: our reader,
 * newly made and with its check of network and tokens, against `Server.getAssetBalance` of the
 * official SDK.
 */
export async function benchRefresh(): Promise<BenchResult[]> {
  const server = await startChild(new URL('ledgerProcess.ts', import.meta.url));
  try {
    const results: BenchResult[] = [];
    for (const count of [50, 1_000]) results.push(...(await benchVaults(server, count)));
    return results;
  } finally {
    await server.stop();
  }
}

async function benchVaults(server: Child, count: number): Promise<BenchResult[]> {
  const tokens = readTokens();
  const vaults = madeUpVaults().slice(0, count);
  const peerVaults = vaults.slice(0, peerVaultsMax);
  const scale = count / peerVaults.length;
  const calls = { ours: 0, theirs: 0 };
  const [ours = Number.NaN, theirs = Number.NaN, looped = Number.NaN] = await alternating([
    {
      name: 'ours',
      run: async () => {
        const ms = await timed(() => readOurs(String(server.ready), vaults));
        calls.ours = Number(await server.ask('calls'));
        return ms;
      },
    },
    {
      name: peer,
      run: async () => {
        const ms = await timed(() => readTheirs(String(server.ready), peerVaults, peerCallsAtOnce));
        calls.theirs = Number(await server.ask('calls')) * scale;
        return ms * scale;
      },
    },
    {
      name: loop,
      run: async () => {
        const ms = await timed(() => readTheirs(String(server.ready), peerVaults, 1));
        await server.ask('calls');
        return ms * scale;
      },
    },
  ]);
  const scaled = scale === 1 ? '' : `; peer: ${peerVaults.length} vaults times ${scale}`;
  const name = `balances of ${count} vaults × ${tokens.length} tokens${scaled}`;
  const callRatio = calls.theirs / calls.ours;
  const { ours: ownCalls, theirs: peerCalls } = calls;
  return [
    {
      name,
      peer,
      unit: 'calls',
      ours: ownCalls,
      theirs: peerCalls,
      ratio: callRatio,
      target: targets.calls,
    },
    {
      name,
      peer: loop,
      unit: 'ms',
      ours,
      theirs: looped,
      ratio: looped / ours,
      target: targets.time,
    },
    { name, peer, unit: 'ms', ours, theirs, ratio: theirs / ours },
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function readOurs(url: string, vaults: readonly string[]): Promise<void> {
  const clock = createSystemClock();
  const reader = createLedgerReader({
    port: createRpcLedger({ network: 'mainnet', url, clock }),
    passphrase: passphrases.mainnet,
    tokens: readTokens(),
    clock,
    random: createSystemRandom(),
    logger: silentLogger,
  });
  const signal = new AbortController().signal;
  const tokens = (await reader.tokens(signal)).map(({ contract }) => contract);
  const asked = vaults.map((address, number) => ({ address, number, tokens }));
  let read = 0;
  for await (const batch of reader.read(asked, signal)) {
    for (const { vault, reading } of batch) {
      const isRight = (token: string, index: number) =>
        reading.kind === 'read' && reading.amounts.get(token) === amountOf(vault.number, index);
      if (!tokens.every(isRight)) throw wrongAmount();
    }
    read += batch.length;
  }
  if (read !== vaults.length || tokens.length !== readTokens().length) throw wrongAmount();
}

async function readTheirs(url: string, vaults: readonly string[], atOnce: number): Promise<void> {
  const server = new Server(url, { allowHttp: true });
  const assets = readTokens().map(({ symbol, issuer }) =>
    issuer === null ? Asset.native() : new Asset(symbol, issuer),
  );
  const waiting = vaults.flatMap((vault, number) =>
    assets.map((asset, index) => async () => {
      const { balanceEntry } = await server.getAssetBalance(vault, asset, passphrases.mainnet);
      if (balanceEntry?.amount !== String(amountOf(number, index))) throw wrongAmount();
    }),
  );
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function wrongAmount(): Error {
  return new Error('A balance is not what the ledger holds');
}
