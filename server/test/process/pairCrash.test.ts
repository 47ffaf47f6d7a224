import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/kit/random.ts';
import type { Store } from '../../src/store/types.ts';
import type { Answered } from '../support/algorithms/audit.ts';
import { pairsCast as cast } from '../support/algorithms/casts.ts';
import {
  drawLives,
  type Life,
  liveThrough,
  nameOf,
  type Outcome,
} from '../support/algorithms/lives.ts';
import { auditPair } from '../support/algorithms/pair/audit.ts';
import { auditChildren } from '../support/algorithms/schedule.ts';
import { eachDatabase, type TestDatabase } from '../support/databases/databases.ts';
import { auditOrders } from '../support/orders/audit.ts';

// The real service by its own entry and socket, killed again and again in the middle of one pair of
// each type (`killingStore.ts`), and down for a minute each time. Each continues after the restart,
// and ends with equal legs. `npm run prove:algorithms` does the same with WINDLASS_PROOF_TIMES
// rounds of random kills, on both databases.

const times = Number(process.env.WINDLASS_PROOF_TIMES ?? 1);
const seed = process.env.WINDLASS_PROOF_SEED ?? '1';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const arb = 'funding_arb';
/** Kills in each phase: before and after a step is stored, and between lead and hedge. */
const usual: readonly Life[] = [
  { kill: { at: 'stepSaving', nth: 1, of: arb, placing: 'hedge', phase: 'entering' } },
  { kill: { at: 'stepSaved', nth: 1, of: 'spread', placing: 'lead' } },
  { kill: { at: 'stepSaving', nth: 1, of: 'spread', placing: 'hedge' } },
  { kill: { at: 'stepSaving', nth: 2, of: 'spread', placing: 'lead' } },
  { kill: { at: 'stepSaving', nth: 2, of: arb, phase: 'holding' } },
  { kill: { at: 'stepSaved', nth: 1, of: arb, placing: 'unwind', phase: 'exiting' } },
];
/** Milliseconds that a boundary is waited for; then the process is killed wherever it is. */
const patienceMs = times > 1 ? 6_000 : 8_000;
/**
 * Both pairs run at the same time, and one may be past a phase when its turn to be killed in it
 * comes: the slower the machine, the more often.
 */
const reachedMin = 4;
const livesOf = ({ dialect }: TestDatabase, round: number): readonly Life[] =>
  times > 1 ? drawLives(createSeededRandom(`${seed} ${dialect} ${round}`), cast) : usual;

/** Less than the minimum worth of an order. */
const dustUsdMax = 12;

async function expectEnded(store: Store, shown: Answered): Promise<void> {
  const { algorithm_type: type, state, total_quantity: whole } = shown;
  const lines = shown.events.map(({ timestamp, text }: Answered) => `${timestamp} ${text}`);
  const history = lines.join('\n');
  expect([type, shown.status], history).toEqual([type, 'COMPLETED']);
  expect([type, await auditChildren(store, shown), await auditPair(store, shown)]).toEqual([
    type,
    [],
    [],
  ]);
  if (type === 'spread') {
    const filled = { anchor_filled: whole, contra_filled: whole, unhedged_quantity: 0 };
    expect(state, history).toMatchObject(filled);
    expect(shown.status_reason).toBeNull();
    return;
  }
  expect([state.phase, state.exit_reason], history).toEqual(['done', 'max_hold']);
  expect(state.unhedged_quantity * shown.arrival_price, history).toBeLessThan(dustUsdMax);
  expect(state.perp_filled, history).toBeGreaterThan(whole / 2);
}

async function expectAllWell(database: TestDatabase, outcome: Outcome): Promise<void> {
  const store = await database.open();
  for (const each of outcome.shown) await expectEnded(store, each);
  const { violations, balances } = await auditOrders(store, []);
  expect(violations).toEqual([]);
  expect(outcome.open).toEqual([]);
  const [spread] = outcome.shown;
  // Nothing is left of the funding arbitrage.
  expect(outcome.positions).toMatchObject([
    { exchange_account_id: 'paper-bybit', side: 'short', contracts: spread.total_quantity },
  ]);
  const wallet = Object.fromEntries(balances.get('paper-binance') ?? []);
  const totals = Object.fromEntries(
    Object.entries(wallet).map(([asset, text]) => [asset, Number(text)]),
  );
  expect(outcome.wallets.get('paper-binance')).toMatchObject({ total: totals, free: totals });
}

eachDatabase('kill -9 of the service in the middle of pairs', (database) => {
  // Only the store differs there.
  const rounds = database.dialect === 'sqlite' || times > 1 ? times : 0;
  it.skipIf(rounds === 0).each(Array.from({ length: Math.max(1, rounds) }, (_, round) => round))(
    'neither doubles nor loses anything of them, and leaves no leg alone (round %i)',
    async (round) => {
      const lives = livesOf(database, round);
      const outcome = await liveThrough(database, lives, { children, cast, patienceMs });
      await expectAllWell(database, outcome);
      if (times > 1) report(database, round, outcome);
      else expect(reachedOf(outcome, lives)).toBeGreaterThanOrEqual(reachedMin);
    },
    times > 1 ? 900_000 : 180_000,
  );
});

function reachedOf({ deaths }: Outcome, lives: readonly Life[]): number {
  return deaths.filter((death, at) => lives[at] !== undefined && death === nameOf(lives[at]))
    .length;
}

function report({ dialect }: TestDatabase, round: number, { shown, deaths, upMs }: Outcome): void {
  const made = shown.map(({ algorithm_type: type, child_orders }) => [type, child_orders.length]);
  const said = { seed, round, dialect, deaths, upMs: Math.round(upMs), children: made };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
