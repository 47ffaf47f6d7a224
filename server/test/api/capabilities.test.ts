import { executionEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

const { path: capabilitiesPath } = executionEndpoints.getCapabilities;
const { path: validatePath } = executionEndpoints.validateOrder;

const capabilities = async (exchange: string) =>
  (await test.call({ url: `${capabilitiesPath}?exchange=${exchange}` })).json.data;
const validate = (body: object) => test.call({ method: 'POST', url: validatePath, body });

/** Trading §4.1, the table as it is printed: S = spot, P = perpetuals and futures, - = none. */
const matrix = `
  exchange    | basic | trailing_stop | oco | reduce_only | post_only | hedge_mode
  binance     | SP    | P             | S   | P           | SP        | P
  bybit       | SP    | P             | -   | P           | SP        | P
  gateio      | SP    | -             | -   | P           | P         | -
  kraken      | SP    | -             | -   | P           | SP        | -
  okx         | SP    | P             | S   | P           | SP        | P
  hyperliquid | P     | -             | -   | P           | P         | -`;
const [head = [], ...rows] = matrix
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

const basic = [
  'market',
  'limit',
  'stop_loss',
  'take_profit',
  'stop_loss_limit',
  'take_profit_limit',
];
const marketTypes = [
  ['spot', 'S'],
  ['swap', 'P'],
  ['future', 'P'],
] as const;

/** One case for each cell and market type; the basic column covers six order types. */
const cells = rows.flatMap(([exchange = '', ...row]) =>
  row.flatMap((cell, column) =>
    marketTypes.flatMap(([marketType, letter]) => {
      const name = head[column + 1] ?? '';
      const can = cell.includes(letter);
      const names = name === 'basic' ? basic : [name];
      return names.map((each) => ({ exchange, marketType, name: each, can }));
    }),
  ),
);
const flags = ['reduce_only', 'post_only'];
const typeCells = cells.filter(({ name }) => ![...flags, 'hedge_mode'].includes(name));
const flagCells = cells.filter(({ name }) => flags.includes(name));

describe('the capability matrix', () => {
  it('is asserted cell by cell', () => {
    expect([typeCells.length, flagCells.length, cells.length]).toEqual([144, 36, 198]);
  });

  it.each(typeCells)('$exchange $marketType $name: $can', async (cell) => {
    const { exchange, marketType, name, can } = cell;
    const answer = await validate({
      exchange,
      order_type: name,
      market_type: marketType,
      stop_price: 60_000,
      trailing_delta: 1.5,
    });
    expect(answer.status).toBe(can ? 200 : 400);
    expect(answer.json.data.valid).toBe(can);
    if (can) return;
    expect(answer.json.message).toContain(exchange);
    expect(answer.json.message).toContain(name);
  });

  it.each(flagCells)('$exchange $marketType $name: $can', async (cell) => {
    const { exchange, marketType, name, can } = cell;
    const body = { exchange, order_type: 'limit', market_type: marketType, [name]: true };
    const answer = await validate(body);
    expect([answer.status, answer.json.data.valid]).toEqual([can ? 200 : 400, can]);
    if (can) return;
    expect(answer.json.message).toContain(exchange);
    expect(answer.json.message).toContain('limit');
  });

  it.each(cells)('$exchange $marketType lists $name: $can', async (cell) => {
    const { exchange, marketType, name, can } = cell;
    const record = await capabilities(exchange);
    const { order_types, features } = marketType === 'spot' ? record.spot : record.perp;
    expect([...order_types, ...features].includes(name)).toBe(can);
  });
});

describe('GET capabilities', () => {
  it('answers the document’s example to the word', async () => {
    const { status, json } = await test.call({ url: `${capabilitiesPath}?exchange=binance` });
    expect(status).toBe(200);
    // The example leaves them out: they are tested with the places of accounts.
    const { environments, ...data } = json.data;
    expect(environments).toHaveLength(3);
    expect({ ...json, data }).toEqual({
      isError: false,
      message: 'Capabilities retrieved successfully',
      statusCode: 200,
      data: {
        exchange: 'binance',
        supports_spot: true,
        supports_perp: true,
        spot: {
          order_types: [
            'limit',
            'market',
            'oco',
            'stop_loss',
            'stop_loss_limit',
            'take_profit',
            'take_profit_limit',
          ],
          time_in_force: ['FOK', 'GTC', 'IOC'],
          features: ['post_only'],
        },
        perp: {
          order_types: [
            'limit',
            'market',
            'stop_loss',
            'stop_loss_limit',
            'take_profit',
            'take_profit_limit',
            'trailing_stop',
          ],
          time_in_force: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
          features: ['hedge_mode', 'portfolio_margin', 'post_only', 'reduce_only'],
        },
        notes: { trailing_stop: 'futures only', oco: 'spot only' },
      },
    });
  });

  it('answers all six without a name, each as it answers alone, lists in order', async () => {
    const { exchanges } = (await test.call({ url: capabilitiesPath })).json.data;
    expect(Object.keys(exchanges)).toEqual(rows.map(([exchange]) => exchange));
    for (const [exchange, record] of Object.entries(exchanges)) {
      expect(await capabilities(exchange)).toEqual(record);
      const { spot, perp } = await capabilities(exchange);
      for (const list of [...Object.values(spot), ...Object.values(perp)]) {
        expect(list).toEqual([...(list as string[])].sort());
      }
    }
  });

  it('says that hyperliquid has no spot, and that only binance has portfolio margin', async () => {
    const { exchanges } = (await test.call({ url: capabilitiesPath })).json.data;
    expect(exchanges.hyperliquid).toMatchObject({
      supports_spot: false,
      supports_perp: true,
      spot: { order_types: [], time_in_force: [], features: [] },
    });
    for (const [exchange] of rows) {
      const { perp, supports_perp } = exchanges[exchange ?? ''];
      expect(supports_perp).toBe(true);
      expect(perp.features.includes('portfolio_margin')).toBe(exchange === 'binance');
    }
  });

  it('knows gate as gateio', async () => {
    expect((await capabilities('gate')).exchange).toBe('gateio');
    const { json } = await validate({ exchange: 'gate', order_type: 'oco' });
    expect(json.message).toBe('Error - gateio does not support oco orders on spot markets.');
  });

  it('refuses an exchange it does not know, and an empty name', async () => {
    const unknown = await test.call({ url: `${capabilitiesPath}?exchange=mtgox` });
    expect(unknown.status).toBe(400);
    expect(unknown.json).toEqual({
      isError: true,
      message: "Error - Exchange 'mtgox' not supported.",
      statusCode: 400,
      data: {
        error: 'UNSUPPORTED_EXCHANGE',
        exchange: 'mtgox',
        supported: rows.map(([exchange]) => exchange),
      },
    });
    const empty = await test.call({ url: `${capabilitiesPath}?exchange=` });
    expect([empty.status, empty.json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('access', () => {
  it.each(['trader', 'viewer', 'pms_user', 'analyst', 'vault_manager'])('%s', async (role) => {
    const key = await test.call({
      method: 'POST',
      url: '/admin/keys',
      body: { name: role, roles: [role], paths: ['/**'] },
    });
    const may = role === 'vault_manager' ? 403 : 200;
    const as = { key: key.json.data.key };
    expect((await test.call({ url: capabilitiesPath, ...as })).status).toBe(may);
    const body = { exchange: 'okx', order_type: 'market' };
    const validated = await test.call({ method: 'POST', url: validatePath, body, ...as });
    expect(validated.status).toBe(may);
  });

  it('needs a key', async () => {
    expect((await test.call({ url: capabilitiesPath, key: null })).status).toBe(401);
  });
});
