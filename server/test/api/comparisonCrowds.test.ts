import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountEndpoints, reconciliationEndpoints } from '@windlass/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Logger } from '../../src/kit/logger.ts';
import { verifiedAccounts } from '../support/accounts/verified.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { binanceSimulated } from '../support/exchanges/binance/exchange.ts';
import { type LiveService, openLiveService } from '../support/exchanges/simulated.ts';
import { silentLogger } from '../support/silentLogger.ts';

// More live accounts than the limits of one address allow us to compare every minute: the owner is
// told the figures, and the figures are right.

const doing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of doing.splice(0).reverse()) await undo();
});

/** The figures for this many live accounts of binance, as the page on live trading has them. */
const told = {
  3: /^3 live accounts at binance \(contracts\) .* 648 a minute.* 60 s at best .* 87 s at best/,
  4: /^4 live accounts at binance \(contracts\) .* 648 a minute.* 67 s at best .* 115 s at best/,
} as const;

const ids = ['one', 'two', 'three', 'four'];
const watchedMs = 15 * 60_000;
/** Four accounts of 180 each, out of 648 a minute. */
const toldMs = 66_000;
const gapMsMax = 8 * 60_000;
/** A quarter of an hour of four accounts over real sockets, on a busy machine. */
const testMsMax = 120_000;

/** Returns the times at which each account was compared, checked every few seconds. */
async function comparedAt({ service, pass }: LiveService, ms: number) {
  const times = new Map<string, Set<number>>();
  const { path: url } = reconciliationEndpoints.getReconciliation;
  for (let past = 0; past < ms; past += 5_000) {
    await pass(5_000);
    const { json } = await service.app.ask({ url });
    for (const { exchange_account_id: id, last_compared_at: at } of json.data.accounts) {
      if (at === null || !ids.includes(id)) continue;
      times.set(id, (times.get(id) ?? new Set()).add(Date.parse(at)));
    }
  }
  return times;
}

function gapsIn(times: ReadonlyMap<string, ReadonlySet<number>>) {
  return new Map(
    [...times].map(([id, at]) => {
      const sorted = [...at].sort((a, b) => a - b);
      return [id, sorted.slice(1).map((each, index) => each - (sorted[index] ?? 0))] as const;
    }),
  );
}

describe('four live accounts of binance', () => {
  it(
    'are warned of as they are added and verified, and compared no more often than told',
    async () => {
      const live = await openLiveService(binanceSimulated, (limits) => limits);
      doing.push(live.stop);
      const warnings: string[][] = [];
      for (const id of ids) {
        const { opened, credentials, settings } = binanceSimulated.account(id);
        for (const each of opened) live.simulator.addAccount(each);
        const body = { exchange_account_id: id, exchange: 'binance', mode: 'live' };
        const { status, json } = await live.service.app.account({
          ...body,
          ...settings,
          credentials,
        });
        expect(status).toBe(201);
        warnings.push(json.data.warnings);
      }
      expect(warnings).toEqual([
        [],
        [],
        [expect.stringMatching(told[3])],
        [expect.stringMatching(told[4])],
      ]);
      const { found } = verifiedAccounts(binanceSimulated, () => live);
      const { ok, checks } = await found('one');
      expect(ok).toBe(true);
      expect(checks.at(-1)).toEqual({
        check: 'comparisons',
        market_types: ['spot', 'swap', 'future'],
        status: 'warning',
        message: expect.stringMatching(told[4]),
      });
      const gaps = gapsIn(await comparedAt(live, watchedMs));
      expect([...gaps.keys()].sort()).toEqual([...ids].sort());
      const all = [...gaps.values()].flat();
      const mean = all.reduce((sum, gap) => sum + gap, 0) / all.length;
      expect(mean).toBeGreaterThanOrEqual(toldMs);
      // None is forgotten, though comparisons that run out of room half-way start again.
      for (const own of gaps.values()) {
        expect(own.length).toBeGreaterThan(1);
        expect(Math.max(...own)).toBeLessThan(gapMsMax);
      }
    },
    testMsMax,
  );
});

describe('a change of one of many live accounts', () => {
  it('is answered with the warning that concerns it', async () => {
    const app = await createTestApp({ WINDLASS_DEMO: 'off' });
    doing.push(app.stop);
    const { path } = accountEndpoints.createAccount;
    for (const id of ids.slice(0, 3)) {
      const credentials = { api_key: `key-of-${id}`, api_secret: `secret-of-${id}` };
      const body = { exchange_account_id: id, exchange: 'binance', mode: 'live', credentials };
      expect((await app.call({ method: 'POST', url: path, body })).status).toBe(201);
    }
    const change = async (id: string, body: object) =>
      (await app.call({ method: 'PATCH', url: `${path}/${id}`, body })).json.data.warnings;
    expect(await change('three', { daily_limit_usd: 1_000 })).toEqual([
      expect.stringMatching(told[3]),
    ]);
    await app.call({ method: 'DELETE', url: `${path}/one` });
    expect(await change('three', { daily_limit_usd: 2_000 })).toEqual([]);
  });
});

describe('a service that starts', () => {
  it('warns of live accounts that are too many, and of nothing once they are not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'windlass-crowds-'));
    doing.push(() => rm(folder, { recursive: true, force: true }));
    const started = async () => {
      const lines: string[] = [];
      const warn = (_fields: object, message: string) => void lines.push(message);
      const logger: Logger = { ...silentLogger, warn, child: () => logger };
      const env = { WINDLASS_DATA_DIR: folder, WINDLASS_DEMO: 'off' };
      const app = await createTestApp(env, { logger });
      // Answered once the accounts were read, which the warnings wait for too.
      expect((await app.call({ url: accountEndpoints.listAccounts.path })).status).toBe(200);
      await app.clock.advance(1_000);
      const told = lines.filter((line) => line.includes('one address'));
      return { app, told };
    };
    const first = await started();
    const { path: url } = accountEndpoints.createAccount;
    for (const id of ids) {
      const credentials = { api_key: `key-of-${id}`, api_secret: `secret-of-${id}` };
      const body = { exchange_account_id: id, exchange: 'binance', mode: 'live', credentials };
      expect((await first.app.call({ method: 'POST', url, body })).status).toBe(201);
    }
    await first.app.stop();
    const second = await started();
    for (const id of ['one', 'two']) {
      await second.app.call({ method: 'DELETE', url: `${url}/${id}` });
    }
    await second.app.stop();
    const third = await started();
    await third.app.stop();
    expect(first.told).toEqual([]);
    expect(second.told).toEqual([expect.stringMatching(told[4])]);
    expect(third.told).toEqual([]);
  });
});
