import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/kit/random.ts';
import type { Answered } from '../support/algorithms/audit.ts';
import { ordersCast } from '../support/algorithms/casts.ts';
import { drawLives, type Life, liveThrough, type Outcome } from '../support/algorithms/lives.ts';
import { auditSchedule } from '../support/algorithms/schedule.ts';
import { eachDatabase, type TestDatabase } from '../support/databases/databases.ts';
import { auditOrders } from '../support/orders/audit.ts';

// The real service by its own entry and socket, killed again and again in the middle of one
// algorithm of each type (`killingStore.ts`), and down for a minute each time. Each continues after
// the restart, and ends with exactly its quantity. `npm run prove:algorithms` does the same with
// WINDLASS_PROOF_TIMES rounds of random kills, on both databases.

const times = Number(process.env.WINDLASS_PROOF_TIMES ?? 1);
const seed = process.env.WINDLASS_PROOF_SEED ?? '1';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/**
 * Kills of each type in the middle of its work: before and after a step is stored, and at any
 * moment.
 */
const usual: readonly Life[] = [
  { kill: { at: 'algorithmCreated', nth: 1, of: 'twap' } },
  { kill: { at: 'stepSaved', nth: 1, of: 'ladder' } },
  { kill: { at: 'stepSaved', nth: 2, of: 'sweep' } },
  { kill: { at: 'stepSaving', nth: 3, of: 'timepace' } },
  { kill: { at: 'stepSaved', nth: 4, of: 'twap' } },
  { afterMs: 300 },
];
/** The algorithms run for longer than all the drawn lives may last. */
const cast = ordersCast(times > 1 ? 60 : 24);
const livesOf = ({ dialect }: TestDatabase, round: number): readonly Life[] =>
  times > 1 ? drawLives(createSeededRandom(`${seed} ${dialect} ${round}`), cast) : usual;

async function expectAllWell(database: TestDatabase, { shown, upMs, wallets }: Outcome) {
  const store = await database.open();
  for (const each of shown) {
    const { algorithm_type: type, status, progress, total_quantity } = each;
    const found = [type, status, progress.filled_quantity, each.status_reason];
    const lines = each.events.map(({ timestamp, text }: Answered) => `${timestamp} ${text}`);
    const whole = [type, 'COMPLETED', total_quantity, null];
    expect(found, lines.join('\n')).toEqual(whole);
    expect([type, await auditSchedule(store, each, upMs)]).toEqual([type, []]);
  }
  const { violations, balances } = await auditOrders(store, []);
  expect(violations).toEqual([]);
  for (const [accountId, wallet] of wallets) {
    const kept = [...(balances.get(accountId) ?? [])];
    const totals = Object.fromEntries(kept.map(([asset, text]) => [asset, Number(text)]));
    expect([accountId, wallet]).toMatchObject([accountId, { total: totals, free: totals }]);
  }
}

eachDatabase('kill -9 of the service in the middle of algorithms', (database) => {
  // Only the store differs there.
  const rounds = database.dialect === 'sqlite' || times > 1 ? times : 0;
  it.skipIf(rounds === 0).each(Array.from({ length: Math.max(1, rounds) }, (_, round) => round))(
    'neither doubles nor loses anything of them, and bursts no schedule (round %i)',
    async (round) => {
      const lives = livesOf(database, round);
      const outcome = await liveThrough(database, lives, { children, cast });
      await expectAllWell(database, outcome);
      if (times > 1) report(database, round, outcome);
    },
    times > 1 ? 900_000 : 180_000,
  );
});

function report({ dialect }: TestDatabase, round: number, { shown, deaths, upMs }: Outcome): void {
  const made = shown.map(({ algorithm_type: type, child_orders }) => [type, child_orders.length]);
  const said = { seed, round, dialect, deaths, upMs: Math.round(upMs), children: made };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
