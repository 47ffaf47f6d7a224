import { createSystemClock } from '../../../src/kit/clock.ts';
import { judge, type Verdict } from './judge.ts';
import type { FailoverSetup } from './setup.ts';
import type { SentOrder } from './steadyClient.ts';

const clock = createSystemClock();
/** Milliseconds within which unknown outcomes of orders are resolved. */
const settleMsMax = 120_000;
const lookEveryMs = 2_000;

/** Returns the verdict once no outcome is unknown, or the time for that is over. */
export async function settledVerdict(
  setup: FailoverSetup,
  sent: readonly SentOrder[],
): Promise<Verdict> {
  const untilMs = clock.monotonic() + settleMsMax;
  for (;;) {
    const verdict = await judge(setup, sent);
    const isSettled = verdict.unsettled.length === 0 && verdict.wrongStates.length === 0;
    if (isSettled || clock.monotonic() > untilMs) return verdict;
    await clock.sleep(lookEveryMs);
  }
}
