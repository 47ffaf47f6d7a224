import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAnswer } from '../app/testApp.ts';
import { type LiveService, openLiveService, type SimulatedVenue } from '../exchanges/simulated.ts';

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

export function verifiedAccounts(own: SimulatedVenue, live: () => LiveService): VerifiedAccounts {
  const verify = (name: string) => {
    const { method, path } = accountEndpoints.verifyAccount;
    return live().service.app.ask({ method, url: path.replace(':id', name) });
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
      expect((await live().service.app.account(sent)).status).toBe(201);
    },
    async statuses(name) {
      const { ok, checks } = await found(name);
      const each = checks as readonly { check: string; status: string }[];
      return { ok, ...Object.fromEntries(each.map(({ check, status }) => [check, status])) };
    },
  };
}

/** The same with a service for all tests of a file. */
export interface VerifiedService extends VerifiedAccounts {
  live(): LiveService;
  /** Opens an account on which every check of the exchange passes, and expects that. */
  expectWell(marketTypes: readonly string[]): Promise<void>;
}

/** Registers the hooks that open and stop a service with the simulated exchange. */
export function verifiedService(own: SimulatedVenue): VerifiedService {
  let service: LiveService | undefined;
  beforeAll(async () => {
    service = await openLiveService(own);
  });
  afterAll(() => service?.stop());
  const live = () => {
    if (!service) throw new Error('the service is open only while tests run');
    return service;
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
