import { catalogue, isFaultName } from './catalogue.ts';
import type { ScriptStep } from './planning.ts';

export interface Problem {
  readonly problem: string;
}

const fields: readonly string[] = ['at', 'fault', 'venue', 'times', 'seconds'];
/** One step a second for more than an hour; a longer list is a mistake. */
const stepsMax = 10_000;

/** Reads a list of faults, or returns what is wrong with it and where. */
export function readScript(text: string, venues: readonly string[]): Problem | ScriptStep[] {
  const list = parsed(text);
  if (!Array.isArray(list)) return { problem: 'A script of faults is a JSON list.' };
  if (list.length > stepsMax) {
    return { problem: `A script has at most ${stepsMax} faults, not ${list.length}.` };
  }
  const steps: ScriptStep[] = [];
  for (const [index, item] of list.entries()) {
    const step = readStep(item, venues);
    if (typeof step === 'string') return { problem: `[${index}]${step}` };
    steps.push(step);
  }
  return steps;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the step, or the place of the problem in it with a message. */
function readStep(item: unknown, venues: readonly string[]): ScriptStep | string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return ': Expected an object with at, fault and venue.';
  }
  const entries = new Map<string, unknown>(Object.entries(item));
  const unknown = [...entries.keys()].find((name) => !fields.includes(name));
  if (unknown !== undefined) return `.${unknown}: There is no such field.`;
  const [at, fault, venue] = [entries.get('at'), entries.get('fault'), entries.get('venue')];
  if (!isAtLeastZero(at)) return '.at: Expected seconds, 0 or more.';
  if (typeof fault !== 'string' || !isFaultName(fault)) {
    return `.fault: There is no fault ${JSON.stringify(fault)}.`;
  }
  if (typeof venue !== 'string' || (venue !== 'all' && !venues.includes(venue))) {
    return `.venue: Expected all or one of ${venues.join(', ')}.`;
  }
  const [times, seconds] = [entries.get('times'), entries.get('seconds')];
  if (times !== undefined && !isCount(times)) return '.times: Expected a whole number above 0.';
  if (seconds === undefined) return { at, fault, venue, ...(times !== undefined && { times }) };
  if (!isAtLeastZero(seconds)) return '.seconds: Expected 0 or more.';
  if (!catalogue[fault].lasts) return `.seconds: ${fault} does not last.`;
  return { at, fault, venue, seconds, ...(times !== undefined && { times }) };
}

function isAtLeastZero(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isCount(value: unknown): value is number {
  return isAtLeastZero(value) && Number.isSafeInteger(value) && value > 0;
}
