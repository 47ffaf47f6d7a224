import type { RawRequest } from '../http/request.ts';
import type { Course } from './course.ts';
import type { Lasting } from './lasting.ts';
import type { OutageAnswers } from './outageAnswers.ts';
import { isRequestFaultName, type RequestFault, requestFaults, type Struck } from './requests.ts';

/** Returns how one request fails, or undefined when it does not. */
export type FailRequest = (course: Course, request: RawRequest) => Struck | undefined;

export interface Refusing {
  readonly troubles: OutageAnswers;
  readonly lasting: Lasting;
  /** Returns whether a request changes something: an order, a cancel, a transfer. */
  changes(request: RawRequest): boolean;
}

/** Two failures in a row, so that a client that asks three times gets through. */
const strikesInARowMax = 2;
/** More paths than a client has in use at once; some contain the id of an order. */
const pathsMax = 1_000;

const forAll = Object.keys(requestFaults).filter(isRequestFaultName);
const forQuestions = forAll.filter((name) => {
  const { isForChanges }: RequestFault = requestFaults[name];
  return isForChanges !== true;
});

export function createFailRequest({ troubles, lasting, changes }: Refusing): FailRequest {
  const inARow = new Map<string, number>();
  return (course, request) => {
    const block = blocked(troubles, lasting);
    if (block) return block;
    const name = `${request.method} ${request.path}`;
    const strikes = inARow.get(name) ?? 0;
    inARow.delete(name);
    if (strikes >= strikesInARowMax) return undefined;
    const chosen = course.choose(changes(request) ? forAll : forQuestions);
    if (!chosen) return undefined;
    const { fault, seconds } = chosen;
    inARow.set(name, strikes + 1);
    const [oldest] = inARow.keys();
    if (inARow.size > pathsMax && oldest !== undefined) inARow.delete(oldest);
    if (fault === 'ban') lasting.begin(fault, seconds);
    course.struck(fault, { request: name });
    return requestFaults[fault].strike({ random: course.random, troubles, seconds });
  };
}

/** Returns how requests fail while the exchange serves nobody, or not this client. */
function blocked(troubles: OutageAnswers, lasting: Lasting): Struck | undefined {
  if (lasting.left('maintenance') !== undefined) {
    return { when: 'before', how: troubles.maintenance };
  }
  const seconds = lasting.left('ban');
  if (seconds === undefined) return undefined;
  return { when: 'before', how: troubles.ban(Math.ceil(seconds)) };
}
