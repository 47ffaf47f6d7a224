import { algorithmEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kit/clock.ts';
import { openStore } from '../../src/store/index.ts';
import type { Answered } from '../support/algorithms/audit.ts';
import { auditChildren } from '../support/algorithms/schedule.ts';
import { newDatabase } from '../support/databases/databases.ts';
import { faultsNamed } from '../support/failover/faults.ts';
import { fetchWithin } from '../support/failover/fetchWithin.ts';
import { placeResting } from '../support/failover/resting.ts';
import { type FailoverSetup, type Member, openFailoverSetup } from '../support/failover/setup.ts';
import { untilBothStand } from '../support/failover/standing.ts';
import { silentLogger } from '../support/silentLogger.ts';

const clock = createSystemClock();
const { path: base } = algorithmEndpoints.listAlgorithms;
const testMsMax = 120_000;
const endMsMax = 90_000;
const askMsMax = 5_000;
const lookEveryMs = 100;
/**
 * The minimum that is allowed: the algorithm runs for longer, so a switch that is not renewed would
 * fire.
 */
const cancelAfterS = 15;

const name = 'across';
const twap = {
  algorithm_type: 'twap',
  exchange_account_ids: ['live-okx'],
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 0.9,
  params: { duration_seconds: 24, interval_seconds: 2, aggression: 'aggressive' },
  client_algorithm_id: name,
};

describe("a handover while an algorithm runs and a dead man's switch is set", () => {
  let setup: FailoverSetup;
  beforeAll(async () => {
    const databaseUrl = await newDatabase();
    setup = await openFailoverSetup({ databaseUrl, venues: ['okx'], seed: 3, cancelAfterS });
  }, testMsMax);
  afterAll(() => setup.close(), testMsMax);

  const ask = async ({ process }: Member, path: string, body?: object): Promise<Answered> => {
    const answer = await fetchWithin(`${process.address}${path}`, askMsMax, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': setup.key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer?.status === 200 ? JSON.parse(answer.text).data : undefined;
  };
  const shown = (member: Member): Promise<Answered> => ask(member, `${base}/${name}`);
  const until = async (member: Member, isSo: (algorithm: Answered) => boolean) => {
    const untilMs = clock.monotonic() + endMsMax;
    for (; clock.monotonic() < untilMs; await clock.sleep(lookEveryMs)) {
      const algorithm = await shown(member);
      if (algorithm && isSo(algorithm)) return algorithm;
    }
    throw new Error(`It never came to be: ${JSON.stringify(await shown(member))}`);
  };
  const ordersOf = ({ child_orders }: Answered): Answered[] =>
    child_orders.filter(({ order_id }: Answered) => order_id !== null);
  const trueOrders = () => setup.simulator.orders('okx', setup.apiKeyAt('okx'));

  it(
    'goes on at the other: no child is doubled or lost, and nothing is cancelled',
    async () => {
      const { owner, other } = await untilBothStand(setup);
      const resting = await placeResting(setup, owner.process.address, 'handed');
      const restingCount = trueOrders().length;
      expect(await ask(owner, `${base}/start`, twap)).toBeDefined();
      const before = await until(owner, (algorithm) => ordersOf(algorithm).length >= 3);
      const [handover] = faultsNamed(['handover']);
      const handedMs = clock.now();
      await handover?.strike(setup, owner);

      const after = await until(other, ({ ended_at }) => ended_at !== null);
      expect(after).toMatchObject({ status: 'COMPLETED', status_reason: null });
      expect(Number(after.progress.filled_quantity)).toBe(twap.quantity);
      expect(ordersOf(after).length).toBeGreaterThan(ordersOf(before).length);

      // By the exchange's own records each child is there once, and their sum is the requested
      // quantity.
      const all = trueOrders();
      expect(all.length - restingCount).toBe(ordersOf(after).length);
      const filled = all.reduce((sum, order) => sum + Math.round(Number(order.filled) * 1e8), 0);
      expect(filled / 1e8).toBe(twap.quantity);
      const store = await openStore({
        dataDir: ':memory:',
        databaseUrl: setup.databaseUrl,
        logger: silentLogger,
      });
      expect(await auditChildren(store, after)).toEqual([]);
      await store.close();

      // The other process sets the switch before it sends anything else, and keeps it set.
      const [first, ...more] = setup.simulator
        .requests('okx')
        .filter(({ method, at }) => method === 'POST' && at > handedMs)
        .filter(({ at }) => at >= (setup.lease.current()?.fromMs ?? 0));
      expect(first?.path).toContain('cancel-all-after');
      expect(more.filter(({ path }) => path.includes('cancel-all-after')).length).toBeGreaterThan(
        1,
      );
      expect(clock.now() - handedMs).toBeGreaterThan(cancelAfterS * 1_000);
      expect(await resting.gone()).toEqual([]);
    },
    testMsMax,
  );
});
