/**
 * Kills the service while orders of live accounts are on their way at the wire simulator: `npm run
 * prove:kills -- [--orders 200] [--kills 2] [--classes okx,kraken] [--seed 1]`.
 *
 * Each order is sent once and never again. The process is killed in the middle of them, so many
 * times, and started again on its data. A minute after the last start each order is compared with
 * the exchange's own records. Ends with 1 when one was doubled, lost or reported wrongly.
 */
import { parseArgs } from 'node:util';
import { createSystemClock } from '../server/src/kit/clock.ts';
import { type LiveClass, liveClasses } from './live/classes.ts';
import { markdown } from './live/figures.ts';
import { compare, type KillRun, sendAll } from './live/killRun.ts';
import { openLiveSetup } from './live/setup.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    kills: { type: 'string', default: '2' },
    classes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

const clock = createSystemClock();
/** Milliseconds after the last start until everything must be right. */
const settleMs = 60_000;
const lookEveryMs = 20;

const named = values.classes?.split(',');
const classes = liveClasses.filter(({ at }) => named?.includes(at) ?? true);
const count = Number(values.orders);
const kills = Number(values.kills);
const setup = await openLiveSetup({ classes, seed: Number(values.seed) });
try {
  const runs = await play();
  await clock.sleep(settleMs);
  process.exitCode = report(runs) ? 0 : 1;
} finally {
  await setup.close();
}

/** Sends everything, one class after another; the process dies in the middle of each. */
async function play(): Promise<readonly KillRun[]> {
  const runs: KillRun[] = [];
  for (const own of classes) runs.push(await playClass(own));
  return runs;
}

async function playClass(own: LiveClass): Promise<KillRun> {
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const sent: KillRun['sent'][number][] = [];
  for (let life = 0; life <= kills; life += 1) {
    const state = { isStopped: false, isOver: false };
    const sending = sendAll({ setup, own }, numbers, () => state.isStopped).finally(() => {
      state.isOver = true;
    });
    if (life < kills) {
      const goal = Math.floor((count * (life + 1)) / (kills + 1));
      await untilTaken(own, goal, () => state.isOver);
      console.error(`${own.at}: kills the process, ${setup.simulator.accepted(own.at)} taken`);
      await setup.kill();
      state.isStopped = true;
      sent.push(...(await sending));
      await setup.restart();
    } else sent.push(...(await sending));
  }
  return { own, sent };
}

/** Resolves when the exchange has accepted so many orders, or no more are sent. */
async function untilTaken({ at }: LiveClass, goal: number, isOver: () => boolean): Promise<void> {
  while (setup.simulator.accepted(at) < goal && !isOver()) await clock.sleep(lookEveryMs);
}

/** Prints the findings; returns true when all is well. */
function report(runs: readonly KillRun[]): boolean {
  const found = runs.map((run) => ({ run, wrong: compare(setup, run) }));
  console.log(
    markdown(
      ['class', 'sent', 'answered', 'at the exchange', 'doubled', 'lost', 'wrong states'],
      found.map(({ run: { own, sent }, wrong }) => [
        own.at,
        String(sent.length),
        String(sent.filter(({ answer }) => answer).length),
        String(setup.simulator.accepted(own.at)),
        String(wrong.doubled.length),
        String(wrong.lost.length),
        String(wrong.wrongStates.length),
      ]),
    ),
  );
  const words = found.flatMap(({ wrong }) => [
    ...wrong.doubled.map((each) => `DOUBLED ${each}`),
    ...wrong.lost.map((each) => `LOST ${each}`),
    ...wrong.wrongStates.map((each) => `WRONG ${each}`),
  ]);
  for (const each of words) console.log(each);
  return words.length === 0;
}
