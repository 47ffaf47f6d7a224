import type { Fault } from '../http/faults.ts';
import type { FaultEntry } from './entry.ts';
import { type OutageAnswers, page } from './outageAnswers.ts';
import type { Random } from './random.ts';

/** The way in which a struck request fails. */
export interface Struck {
  readonly when: 'before' | 'after';
  readonly how: Fault;
}

/** Inputs of a fault when it strikes. */
export interface Striking {
  readonly random: Random;
  readonly troubles: OutageAnswers;
  /** Duration, for a fault that lasts. */
  readonly seconds: number;
}

export interface RequestFault extends FaultEntry {
  readonly strikes: 'requests';
  /** True for faults that strike only changes: a query loses nothing more by a lost answer. */
  readonly isForChanges?: true;
  strike(striking: Striking): Struck;
}

const strikes = 'requests' as const;
const before = (how: Fault) => (): Struck => ({ when: 'before', how });
const after = (how: Fault) => (): Struck => ({ when: 'after', how });
const changes = { strikes, isForChanges: true } as const;

export const requestFaults = {
  noAnswerBefore: {
    strikes,
    says: 'The request is lost on its way: the exchange never sees it, the client hears nothing.',
    strike: before({ kind: 'neverAnswers' }),
  },
  noAnswerAfterAccept: {
    ...changes,
    says: 'An order or a cancel is carried out, and the client hears nothing.',
    strike: after({ kind: 'neverAnswers' }),
  },
  resetBefore: {
    strikes,
    says: 'The connection is cut before the exchange sees the request.',
    strike: before({ kind: 'resetsBeforeHeaders' }),
  },
  resetBeforeAfterAccept: {
    ...changes,
    says: 'An order or a cancel is carried out, and the connection cut before the answer.',
    strike: after({ kind: 'resetsBeforeHeaders' }),
  },
  resetInBody: {
    strikes,
    says: 'The request is carried out, and the connection cut in the middle of the answer.',
    strike: after({ kind: 'resetsInBody' }),
  },
  stallInBody: {
    strikes,
    says: 'The request is carried out; half of the answer comes, and no more.',
    strike: after({ kind: 'stallsInBody' }),
  },
  serverErrorAfterAccept: {
    ...changes,
    says: 'An order or a cancel is carried out, and answered with 502, 503 or 504 and a page.',
    strike: ({ random }) => ({
      when: 'after',
      how: page(random.pick([502, 503, 504]) ?? 502, 'Bad Gateway'),
    }),
  },
  garbageBody: {
    strikes,
    says: 'The request is carried out, and answered with 200 and what is no JSON.',
    strike: ({ random }) => ({
      when: 'after',
      how: { kind: 'answers', status: 200, body: noise(random), contentType: 'application/json' },
    }),
  },
  htmlBody: {
    strikes,
    says: 'What stands in front of the exchange answers with 200, 403 or 502 and a page.',
    strike: ({ random }) => ({
      when: 'before',
      how: page(random.pick([200, 403, 502]) ?? 200, 'Just a moment'),
    }),
  },
  delay: {
    strikes,
    says: 'The request, or the answer to it, is on its way for a while.',
    lasts: [0.2, 3],
    strike: ({ random, seconds }) => ({
      when: random.next() < 0.5 ? 'before' : 'after',
      how: { kind: 'answersLate', ms: Math.round(seconds * 1_000) },
    }),
  },
  tooManyRequests: {
    strikes,
    says: 'The request is refused as one too many, in the way of the exchange.',
    strike: ({ troubles }) => ({ when: 'before', how: troubles.tooManyRequests }),
  },
  ban: {
    strikes,
    says: 'This request and all others for a while are refused: the client is locked out.',
    lasts: [5, 20],
    strike: ({ troubles, seconds }) => ({
      when: 'before',
      how: troubles.ban(Math.ceil(seconds)),
    }),
  },
} as const satisfies Readonly<Record<string, RequestFault>>;

export type RequestFaultName = keyof typeof requestFaults;

const noiseLength = 64;

/** Returns text that begins like an answer and goes on as garbage. */
function noise(random: Random): string {
  const letters = Array.from({ length: noiseLength }, () =>
    String.fromCharCode(Math.floor(random.between(33, 127))),
  );
  return `{"\\${letters.join('')}`;
}

export function isRequestFaultName(text: string): text is RequestFaultName {
  return Object.hasOwn(requestFaults, text);
}
