import { type EndpointName, endpoints, type Role } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asked, type ReachNames, reachTable } from '../support/access/reachTable.ts';
import { type AlgorithmsApp, createAlgorithmsApp } from '../support/algorithms/app.ts';
import type { TestAnswer } from '../support/app/testApp.ts';

/** Part of all of the stranger's names; our own ids contain no such word. */
const strange = 'strange';
const absentId = '01a21e02-0000-7000-8000-000000000000';
/** Names that nothing has. They are as long as the stranger's. */
const absent: ReachNames = {
  account: 'absentx-binance',
  second: 'absentx-second',
  portfolio: 'absentx-book',
  order: absentId,
  clientOrder: 'absentx-order',
  plan: absentId,
  clientPlan: 'absentx-plan',
  algorithm: absentId,
  clientAlgorithm: 'absentx-algorithm',
  thing: absentId,
};

const names = Object.keys(endpoints) as EndpointName[];
const boundRoles = ['admin', 'trader', 'analyst'] as const;

let test: AlgorithmsApp;
let theirs: ReachNames;
beforeAll(async () => {
  test = await createAlgorithmsApp({ WINDLASS_DEMO: 'off', VAULT_RATE_LIMIT_MAX: '100000' });
  theirs = await makeSide(strange);
});
afterAll(() => test.stop());

/** Creates an account with a portfolio, open order, fill, plan, algorithm and webhook. */
async function makeSide(side: string): Promise<ReachNames> {
  const made = async (name: EndpointName, body: object) => {
    const { status, json } = await ask(name, { body });
    if (status >= 400) throw new Error(`${name} answered ${JSON.stringify(json)}`);
    return json.data;
  };
  const account = `${side}-binance`;
  const portfolio = `${side}-book`;
  const own = { exchange_account_id: account };
  await made('createPortfolio', { portfolio_id: portfolio });
  const kind = { exchange: 'binance', mode: 'paper', daily_limit_usd: 10_000_000 };
  await made('createAccount', { ...own, ...kind, portfolio_id: portfolio });
  const order = { ...own, symbol: 'BTC/USDT', side: 'buy', quantity: 0.01 };
  const clientOrder = `${side}-order`;
  const resting = { ...order, order_type: 'limit', price: 50_000, client_order_id: clientOrder };
  const { order_id } = await made('submitOrder', resting);
  await made('submitOrder', { ...order, order_type: 'market' });
  const { exchange_account_id: _, ...terms } = order;
  const many = { ...terms, exchange_account_ids: [account] };
  const clientPlan = `${side}-plan`;
  const { plan_id } = await made('executeRoute', { ...many, client_plan_id: clientPlan });
  const clientAlgorithm = `${side}-algorithm`;
  const algorithm = await made('startAlgorithm', {
    ...many,
    algorithm_type: 'twap',
    client_algorithm_id: clientAlgorithm,
    params: { duration_seconds: 3_600, interval_seconds: 600 },
  });
  const hook = await made('createWebhook', { url: `http://127.0.0.1:9/${side}` });
  return {
    account,
    second: `${side}-second`,
    portfolio,
    order: order_id,
    clientOrder,
    plan: plan_id,
    clientPlan,
    algorithm: algorithm.order_id,
    clientAlgorithm,
    thing: hook.id,
  };
}

function ask(name: EndpointName, asked: Asked, key?: string): Promise<TestAnswer> {
  const { method, path } = endpoints[name];
  const filled = path.replace(/:(\w+)/g, (_whole, field: string) =>
    encodeURIComponent(asked.path?.[field] ?? absentId),
  );
  const query = asked.query ? `?${new URLSearchParams(asked.query)}` : '';
  const body = method === 'GET' ? {} : { body: asked.body ?? {} };
  return test.ask({ method, url: `${filled}${query}`, ...body, ...(key !== undefined && { key }) });
}

/** Returns an answer without the parts that differ between two answers of the same meaning. */
function told({ status, text }: TestAnswer, side: ReachNames): readonly [number, string] {
  const ids = [side.order, side.plan, side.algorithm, side.thing].filter((id) => id !== absentId);
  const plain = ids.reduce((rest, id) => rest.replaceAll(id, absentId), text);
  return [status, plain.replaceAll(strange, 'absentx').replaceAll(/"timestamp":"[^"]*"/g, '')];
}

/** Returns true for an answer that reveals something about a stranger. */
const tells = ({ text }: TestAnswer): boolean =>
  [strange, theirs.order, theirs.plan, theirs.algorithm, theirs.thing].some((each) =>
    text.includes(each),
  );

/** Returns everything of the stranger, as a key that reaches everything sees it. */
async function strangersState(): Promise<unknown> {
  const account = { query: { exchange_account_id: theirs.account } };
  const looks: readonly (readonly [EndpointName, Asked])[] = [
    ['getAccount', { path: { id: theirs.account } }],
    ['getPortfolio', { path: { id: theirs.portfolio } }],
    ['listOpenOrders', account],
    ['getBalance', account],
    ['getDailyLimit', account],
    ['listPerpFills', account],
    ['getReconciliation', account],
    ['getLeverage', { query: { ...account.query, symbol: 'BTC/USDT:USDT' } }],
    ['getAlgorithm', { path: { order_id: theirs.algorithm } }],
    ['getRoutePlan', { path: { plan_id: theirs.plan } }],
    ['listWebhooks', {}],
    ['listKeys', {}],
    ['listPortfolios', {}],
  ];
  const seen: unknown[] = [];
  for (const [name, asked] of looks) {
    const { status, json } = await ask(name, asked);
    expect([name, status]).toEqual([name, 200]);
    seen.push(stable(json.data));
  }
  return seen;
}

/** Returns the data without fields that change with time, and without the test's own items. */
function stable(data: unknown): unknown {
  const changing = new Set(['age_ms', 'compared_at', 'next_at', 'running_seconds', 'pending']);
  return JSON.parse(
    JSON.stringify(data, (field, value: unknown) => (changing.has(field) ? undefined : value)),
  );
}

it('says for every endpoint what a key that is bound to accounts gets of it', () => {
  expect(Object.keys(reachTable).sort()).toEqual([...names].sort());
  for (const name of names) {
    const endpoint: { needsWholeReach?: true } = endpoints[name];
    expect([name, reachTable[name].kind === 'whole']).toEqual([
      name,
      endpoint.needsWholeReach === true,
    ]);
  }
});

describe.each(boundRoles)('a key of role %s that is bound to accounts', (role) => {
  let mine: ReachNames;
  let key: string;
  beforeAll(async () => {
    const made = await makeSide(`mine-${role}`);
    key = await test.keyOf([role], [made.account, made.second]);
    // Names of plans and algorithms belong to another owner of keys.
    mine = { ...made, clientPlan: made.plan, clientAlgorithm: made.algorithm };
  });
  const isLetIn = (name: EndpointName): boolean => {
    const { access }: { access: readonly Role[] | 'any' | 'public' } = endpoints[name];
    return role === 'admin' || typeof access === 'string' || access.includes(role);
  };
  const call = (name: EndpointName, asked: Asked) => ask(name, asked, key);

  it.each(names)('reaches nothing of a stranger by %s', async (name) => {
    const entry = reachTable[name];
    const before = await strangersState();
    if (!isLetIn(name)) {
      const asked = entry.kind === 'shared' ? entry.asks : entry.asks(theirs, mine);
      for (const one of asked) expect((await call(name, one)).status).toBe(403);
    } else if (entry.kind === 'whole') {
      for (const one of entry.asks(theirs)) {
        const answer = await call(name, one);
        expect([answer.status, answer.json.message]).toEqual([
          403,
          'Forbidden - this needs a key that reaches every exchange account.',
        ]);
      }
    } else if (entry.kind === 'shared') {
      for (const one of entry.asks) expect(tells(await call(name, one))).toBe(false);
    } else {
      const ofNothing = entry.asks(absent, mine);
      for (const [place, one] of entry.asks(theirs, mine).entries()) {
        const answer = await call(name, one);
        const same = await call(name, ofNothing[place] ?? {});
        expect(told(answer, theirs)).toEqual(told(same, absent));
        expect([403, 404]).toContain(answer.status);
      }
      if (entry.unnamed) expect(tells(await call(name, entry.unnamed))).toBe(false);
      // The same requests about its own are answered, or the refusals would show nothing.
      for (const one of entry.asks(mine, mine)) {
        const answer = await call(name, one);
        const { status, text } = answer;
        const isFine = status < 400 || answer.json.data?.error === entry.ownCode;
        expect(isFine, `${name} ${JSON.stringify(one)}: ${status} ${text.slice(0, 300)}`).toBe(
          true,
        );
      }
    }
    expect(await strangersState()).toEqual(before);
  });
});

describe('an admin key that is bound to accounts', () => {
  const whole = 'Forbidden - this needs a key that reaches every exchange account.';
  let own: ReachNames;
  let key: string;
  beforeAll(async () => {
    own = await makeSide('mine-alone');
    key = await test.keyOf(['admin'], [own.account, own.second]);
  });
  const change = (body: object) => ask('changeAccount', { path: { id: own.account }, body }, key);

  it.each([strange, 'absentx'])('moves no account into the portfolio %s', async (side) => {
    const moved = await change({ portfolio_id: `${side}-book` });
    expect([moved.status, moved.json.message]).toEqual([403, whole]);
    const kind = { exchange: 'okx', mode: 'paper', portfolio_id: `${side}-book` };
    const body = { exchange_account_id: own.second, ...kind };
    const made = await ask('createAccount', { body }, key);
    expect([made.status, made.json.message]).toEqual([403, whole]);
  });

  it('takes no account out of its portfolio, and may name the one it is in', async () => {
    expect((await change({ portfolio_id: null })).json.message).toBe(whole);
    const same = await change({ portfolio_id: own.portfolio, daily_limit_usd: 9_000_000 });
    expect(same.json.data).toMatchObject({ portfolio_id: own.portfolio, daily_limit_usd: 9e6 });
  });

  it('changes vaults with a role of its own alone', async () => {
    const writes = names.filter((name) => {
      const { service, method, access } = endpoints[name];
      return service === 'vault' && method !== 'GET' && access !== ('any' as unknown);
    });
    expect(writes.length).toBeGreaterThan(4);
    const both = await test.keyOf(['admin', 'vault_manager'], [own.account]);
    for (const name of writes) {
      expect([name, (await ask(name, {}, key)).status]).toEqual([name, 403]);
      expect([name, (await ask(name, {}, both)).status]).not.toEqual([name, 403]);
      expect([name, (await ask(name, {})).status]).not.toEqual([name, 403]);
    }
  });

  it('sees in the metrics its own accounts alone', async () => {
    await ask('compareAccounts', { body: {} });
    const metrics = (by?: string) => test.ask({ url: '/metrics', ...(by && { key: by }) });
    expect((await metrics()).text).toContain(theirs.account);
    const { status, text } = await metrics(key);
    expect([status, text.includes(own.account)]).toEqual([200, true]);
    expect(text).not.toContain(strange);
  });
});
