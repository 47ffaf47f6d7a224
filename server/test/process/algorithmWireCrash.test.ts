import type { ChildProcess } from 'node:child_process';
import type { Simulator } from '@windlass/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/kit/random.ts';
import type { Answered } from '../support/algorithms/audit.ts';
import { liveThrough, type Outcome } from '../support/algorithms/lives.ts';
import { auditChildren } from '../support/algorithms/schedule.ts';
import { databasePerTest } from '../support/databases/databases.ts';
import { auditWireAccount } from '../support/wire/crash/audit.ts';
import { ladderDepth, wireCast } from '../support/wire/crash/cast.ts';
import {
  accountsAt,
  openWireExchange,
  type WireExchange,
  wireVenues,
} from '../support/wire/crash/exchange.ts';
import { drawWireLives, usualWireLives, type WireLife } from '../support/wire/crash/lives.ts';

// The real service by its own entry and socket, with live accounts at a simulated binance and a
// simulated kraken, with books, orders and news over their wires. It is killed again and again in
// the middle of algorithms while requests and streams fail, and each algorithm ends with exactly
// its quantity by the exchanges' own records. `npm run prove:algorithms` does the same with
// WINDLASS_PROOF_TIMES rounds of random lives.

// It is not part of `npm test`: it takes one to five minutes of real time. An order whose sending
// failed at kraken is proven absent by calls that are limited to one in three seconds.
const times = Number(process.env.WINDLASS_PROOF_TIMES ?? 0);
const seed = process.env.WINDLASS_PROOF_SEED ?? '1';

const children: ChildProcess[] = [];
const exchanges: WireExchange[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const exchange of exchanges.splice(0)) await exchange.stop();
});

const database = databasePerTest('sqlite');
/** The algorithms run for longer than all the drawn lives may last. */
const cast = wireCast(times > 1 ? 60 : 24);
const livesOf = (round: number): readonly WireLife[] =>
  times > 1 ? drawWireLives(createSeededRandom(`${seed} ${round}`)) : usualWireLives();

/** Reason of a schedule that ended while an order's outcome was unknown. */
const timeIsOver = /^The time is over: [\d.]+ % of the quantity was filled\.$/;

async function expectAllWell(exchange: WireExchange, { shown }: Outcome): Promise<void> {
  const store = await database.open();
  for (const each of shown) {
    const { client_algorithm_id: name, status, progress, total_quantity } = each;
    const found = [name, status, progress.filled_quantity, each.status_reason];
    const lines = each.events.map(({ timestamp, text }: Answered) => `${timestamp} ${text}`);
    const isShort = each.algorithm_type === 'twap' && timeIsOver.test(each.status_reason ?? '');
    const whole = [name, 'COMPLETED', total_quantity, null];
    const short = [name, 'COMPLETED', progress.filled_quantity, each.status_reason];
    expect(found, lines.join('\n')).toEqual(isShort ? short : whole);
    expect([name, await auditChildren(store, each)]).toEqual([name, []]);
  }
  for (const venue of wireVenues) {
    let known = 0;
    for (const account of accountsAt[venue]) {
      const records = await exchange.records(venue, account);
      const own = shown.filter((each) => each.exchange_account_ids.includes(account));
      const found = { venue, account, records, shown: own };
      expect([account, await auditWireAccount(store, found)]).toEqual([account, []]);
      known += records.orders.length;
    }
    // Every order that reached the exchange is one of those.
    expect([venue, exchange.simulator.accepted(venue)]).toEqual([venue, known]);
  }
}

describe('kill -9 of the service in the middle of algorithms at live exchanges', () => {
  it.skipIf(times === 0).each(Array.from({ length: Math.max(1, times) }, (_, round) => round))(
    'neither doubles nor loses anything, whatever fails on the wire (round %i)',
    async (round) => {
      const wireLives = livesOf(round);
      const trouble = (simulator: Simulator, life: number) => {
        for (const fail of wireLives[life]?.troubles ?? []) fail(simulator);
      };
      const exchange = await openWireExchange({
        seed: `${seed} ${round}`,
        trouble,
        // The depth that the ladder waits for comes only in the last life.
        ebbsAt: wireLives.length,
        depth: ladderDepth,
      });
      exchanges.push(exchange);
      const lives = wireLives.map(({ lifeAt }) => lifeAt(exchange.simulator));
      const outcome = await liveThrough(database, lives, { children, cast, exchange });
      await expectAllWell(exchange, outcome);
      if (times > 1) report(round, outcome);
    },
    900_000,
  );
});

function report(round: number, { shown, deaths, upMs }: Outcome): void {
  const made = shown.map(({ client_algorithm_id: name, child_orders }) => [
    name,
    child_orders.length,
  ]);
  const said = { seed, round, deaths, upMs: Math.round(upMs), children: made };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
