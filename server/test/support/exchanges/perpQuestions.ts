import { type defineEndpoint, perpEndpoints, walletEndpoints } from '@windlass/contract';
import type { VenueName } from '@windlass/simulator';
import { expect } from 'vitest';
import type { TestAnswer } from '../app/testApp.ts';
import type { LiveService } from './simulated.ts';

type Fields = Readonly<Record<string, string | number>>;
type Endpoint = Pick<ReturnType<typeof defineEndpoint>, 'method' | 'path'>;

/** The requests about derivatives and wallets that an account may send over HTTP. */
const endpoints = { ...perpEndpoints, ...walletEndpoints };
export type PerpQuestion = keyof typeof endpoints;

/** Sends requests for one account at a simulated exchange. */
export interface PerpQuestions {
  /** Returns any answer. */
  ask(question: PerpQuestion, fields?: Fields): Promise<TestAnswer>;
  /** Returns the data of an answer that must be a success. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  data(question: PerpQuestion, fields?: Fields): Promise<any>;
  /** Returns status and code of a refusal, with its message. */
  refusal(question: PerpQuestion, fields?: Fields): Promise<readonly unknown[]>;
}

export function perpQuestions(live: () => LiveService, account: string): PerpQuestions {
  const ask: PerpQuestions['ask'] = (question, fields = {}) => {
    const { method, path }: Endpoint = endpoints[question];
    const all = { exchange_account_id: account, ...fields };
    const { app } = live().service;
    if (method !== 'GET') return app.ask({ method, url: path, body: all });
    const texts = Object.entries(all).map(([name, value]) => [name, String(value)]);
    return app.ask({ url: `${path}?${new URLSearchParams(Object.fromEntries(texts))}` });
  };
  return {
    ask,
    async data(question, fields) {
      const { status, json } = await ask(question, fields);
      expect([status, json.message]).toEqual([200, expect.any(String)]);
      return json.data;
    },
    async refusal(question, fields) {
      const { status, json } = await ask(question, fields);
      return [status, json.data?.error, json.message];
    },
  };
}

const dayMs = 86_400_000;

/** Pays funding of the exchange's markets at a rate, this many days ago by its own clock. */
export function fundingOf(live: () => LiveService, venue: VenueName, intervalHours?: number) {
  return async (symbol: string, rate: string, daysAgo = 0): Promise<void> => {
    const { service, simulator } = live();
    // A window is paid once: the next one is another millisecond.
    await service.app.clock.advance(1);
    const terms = { rate, ...(intervalHours !== undefined && { intervalHours }) };
    simulator.publishFunding(venue, symbol, terms);
    simulator.skewMs(venue, -daysAgo * dayMs);
    try {
      simulator.payFunding(venue, symbol);
    } finally {
      simulator.skewMs(venue, 0);
    }
  };
}

/** The fields of a payment or a profit that these tests check. */
export interface Entry {
  readonly id: string;
  readonly symbol: string;
  readonly amount: number;
  readonly code: string;
  readonly timestamp: number;
}

export const brief = (entries: readonly Entry[]) =>
  entries.map(({ symbol, amount, code }) => [symbol, amount, code]);
