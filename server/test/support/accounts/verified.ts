import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAnswer } from '../app/testApp.ts';
import { type LiveHouse, openLiveHouse, type SimulatedVenue } from '../exchanges/simulated.ts';

/** Accounts at a simulated exchange that are verified before they trade. */
export interface VerifiedAccounts {
  /** Opens an account of ours at the exchange, with its key's permissions and credentials. */
  open(name: string, changes?: object, given?: object): Promise<void>;
  verify(name: string): Promise<TestAnswer>;
  /** Returns the findings; the answer must be a success. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  found(name: string): Promise<any>;
  /** Returns whether all is well, and the finding of each check. */
  statuses(name: string): Promise<Readonly<Record<string, unknown>>>;
}

export function verifiedAccounts(own: SimulatedVenue, live: () => LiveHouse): VerifiedAccounts {
  const verify = (name: string) => {
    const { method, path } = accountEndpoints.verifyAccount;
    return live().house.app.ask({ method, url: path.replace(':id', name) });
  };
  const found: VerifiedAccounts['found'] = async (name) => {
    const { status, json } = await verify(name);
    expect(status).toBe(200);
    return json.data;
  };
  return {
    verify,
    found,
    async open(name, changes = {}, given = {}) {
      const { opened, credentials, settings } = own.account(name);
      for (const each of opened) live().simulator.addAccount({ ...each, ...changes });
      const body = { exchange_account_id: name, exchange: own.venue, mode: 'live' };
      const sent = { ...body, ...settings, credentials: { ...credentials, ...given } };
      expect((await live().house.app.account(sent)).status).toBe(201);
    },
    async statuses(name) {
      const { ok, checks } = await found(name);
      const each = checks as readonly { check: string; status: string }[];
      return { ok, ...Object.fromEntries(each.map(({ check, status }) => [check, status])) };
    },
  };
}

/** The same with a house for all tests of a file. */
export interface VerifiedHouse extends VerifiedAccounts {
  live(): LiveHouse;
  /** Opens an account on which every check of the exchange passes, and expects that. */
  expectWell(marketTypes: readonly string[]): Promise<void>;
}

/** Registers the hooks that open and stop a house with the simulated exchange. */
export function verifiedHouse(own: SimulatedVenue): VerifiedHouse {
  let house: LiveHouse | undefined;
  beforeAll(async () => {
    house = await openLiveHouse(own);
  });
  afterAll(() => house?.stop());
  const live = () => {
    if (!house) throw new Error('the house is open only while tests run');
    return house;
  };
  const accounts = verifiedAccounts(own, live);
  return {
    ...accounts,
    live,
    async expectWell(marketTypes) {
      await accounts.open('well');
      const { ok, checks, exchange } = await accounts.found('well');
      expect([ok, exchange]).toEqual([true, own.venue]);
      expect(checks.map((each: Record<string, string>) => [each.check, each.status])).toEqual([
        ['clock', 'ok'],
        ['credentials', 'ok'],
        ['trading', 'ok'],
        ['withdrawals', 'ok'],
        ['addresses', 'ok'],
        ['position_mode', 'ok'],
        ['comparisons', 'ok'],
      ]);
      expect(checks[0].market_types).toEqual(marketTypes);
    },
  };
}
