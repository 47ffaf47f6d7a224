import { type defineEndpoint, perpEndpoints, walletEndpoints } from '@windlass/contract';
import { expect } from 'vitest';
import type { LiveHouse } from './simulatedExchange.ts';
import type { TestAnswer } from './testApp.ts';

type Fields = Readonly<Record<string, string | number>>;
type Endpoint = Pick<ReturnType<typeof defineEndpoint>, 'method' | 'path'>;

/** What an account may ask of derivatives and wallets, over HTTP. */
const endpoints = { ...perpEndpoints, ...walletEndpoints };
export type PerpQuestion = keyof typeof endpoints;

/** Asks for one account at a simulated exchange. */
export interface PerpQuestions {
  /** Whatever comes back. */
  ask(question: PerpQuestion, fields?: Fields): Promise<TestAnswer>;
  /** The data of an answer that has to be one. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  data(question: PerpQuestion, fields?: Fields): Promise<any>;
  /** Status and code of a refusal, with its message. */
  refusal(question: PerpQuestion, fields?: Fields): Promise<readonly unknown[]>;
}

export function perpQuestions(live: () => LiveHouse, account: string): PerpQuestions {
  const ask: PerpQuestions['ask'] = (question, fields = {}) => {
    const { method, path }: Endpoint = endpoints[question];
    const all = { exchange_account_id: account, ...fields };
    const { app } = live().house;
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
