import { createSystemClock } from '../../../src/kit/clock.ts';
import { fetchWithin } from './fetchWithin.ts';
import type { OwnedProcess } from './ownedProcess.ts';
import type { FailoverSetup, Member } from './setup.ts';

const clock = createSystemClock();
/**
 * Milliseconds for which the other must have been a standby: by then it has its books, lists and
 * clients ready.
 */
const standbyMs = 2_000;
const standMsMax = 60_000;
const lookEveryMs = 50;
const askMsMax = 1_000;
const orderPath = '/order-execution/execution/order';

export interface Standing {
  readonly owner: Member;
  readonly other: Member;
}

/** Resolves when one process takes orders and the other has been a standby for long enough. */
export async function untilBothStand(setup: FailoverSetup): Promise<Standing> {
  const untilMs = clock.monotonic() + standMsMax;
  for (let sinceMs: number | undefined; clock.monotonic() < untilMs; ) {
    const owner = setup.owner();
    const other = setup.members.find((each) => each !== owner);
    const isStanding =
      owner && other && (await owner.process.ready()) === 200 && (await standsBy(other.process));
    if (!isStanding) sinceMs = undefined;
    else sinceMs ??= clock.monotonic();
    if (isStanding && sinceMs !== undefined && clock.monotonic() - sinceMs >= standbyMs) {
      return { owner, other };
    }
    await clock.sleep(lookEveryMs);
  }
  throw new Error('The two processes do not come to stand.');
}

async function standsBy({ address }: OwnedProcess): Promise<boolean> {
  const answer = await fetchWithin(`${address}/health`, askMsMax);
  return answer?.status === 200 && JSON.parse(answer.text).role === 'standby';
}

/** Returns in words a wrong answer of a standby; undefined when all are right. */
export async function wrongStandby(
  { address }: OwnedProcess,
  key: string,
): Promise<string | undefined> {
  const health = await fetchWithin(`${address}/health`, askMsMax);
  if (health?.status !== 200) return `/health of the standby: ${health?.status}`;
  const { role } = JSON.parse(health.text);
  if (role !== 'standby') return `/health of the standby: role ${role}`;
  const ready = await fetchWithin(`${address}/ready`, askMsMax);
  if (ready?.status !== 503) return `/ready of the standby: ${ready?.status}`;
  const call = await fetchWithin(`${address}${orderPath}`, askMsMax, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = call?.text.startsWith('{') ? JSON.parse(call.text) : {};
  const isRefusal = call?.status === 503 && data?.error === 'STANDBY' && call.retryAfter !== null;
  if (isRefusal) return undefined;
  return `an order at the standby: ${call?.status} ${data?.error}, Retry-After ${call?.retryAfter}`;
}
