import type { Fault } from '@windlass/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askOkx } from '../../support/exchanges/okx/asking.ts';
import { okxPerpsSimulated } from '../../support/exchanges/okx/perpsExchange.ts';
import { type PerpTrader, perpTrader } from '../../support/exchanges/perpTrader.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// Money between the wallets of an account at okx, from our API to the wire and back.

const path = '/api/v5/asset/transfer';

let live: LiveService;
let trader: PerpTrader;
beforeAll(async () => {
  live = await openLiveService(okxPerpsSimulated);
});
beforeEach(async () => {
  trader = await perpTrader(live, okxPerpsSimulated, 'BTC/USDT:USDT');
});
afterAll(() => live.stop());

const move = (from: string, to: string, amount: number) => moveAsset('USDT', [from, to], amount);

function moveAsset(asset: string, [from, to]: readonly [string, string], amount: number) {
  return trader.tell('transfer', { asset, amount, from_account: from, to_account: to });
}

/** Returns what both accounts there have of an asset, as the exchange itself reports it. */
async function held(asset = 'USDT') {
  const ask = (target: string) => askOkx(live, trader.account, { target });
  const [trading] = await ask(`/api/v5/account/balance?ccy=${asset}`);
  const [funding] = await ask(`/api/v5/asset/balances?ccy=${asset}`);
  return [trading.details[0]?.cashBal ?? '0', funding?.bal ?? '0'];
}

const sent = () =>
  live.simulator
    .requests('okx')
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body));

describe('a transfer at okx', () => {
  it.each(['spot', 'swap', 'future', 'margin'])(
    'moves between %s and funding, to the last digit',
    async (word) => {
      const { status, json } = await move(word, 'funding', 1_234.56789012);
      expect([status, json.message]).toEqual([200, 'Transfer completed successfully']);
      expect(json.data).toEqual({
        exchange: 'okx',
        exchange_account_id: trader.account,
        status: 'completed',
        asset: 'USDT',
        amount: 1_234.56789012,
        from_account: word,
        to_account: 'funding',
        transfer_id: expect.stringMatching(/^\d+$/),
        timestamp: expect.any(Number),
      });
      expect(await held()).toEqual(['998765.43210988', '1234.56789012']);
      expect((await trader.total()).USDT).toBe(998_765.432_109_88);
      expect((await move('funding', word, 0.000_000_000_1)).status).toBe(200);
      expect(await held()).toEqual(['998765.4321098801', '1234.5678901199']);
      expect((await move('funding', word, 1_234.567_890_119_9)).status).toBe(200);
      expect(await held()).toEqual(['1000000', '0']);
      const plain = { type: '0', ccy: 'USDT' };
      expect(sent().slice(-3)).toEqual([
        { ...plain, amt: '1234.56789012', from: '18', to: '6' },
        { ...plain, amt: '0.0000000001', from: '6', to: '18' },
        { ...plain, amt: '1234.5678901199', from: '6', to: '18' },
      ]);
    },
  );

  it('moves whatever asset there is', async () => {
    await moveAsset('BTC', ['spot', 'funding'], 0.5);
    expect(await held('BTC')).toEqual(['9999.5', '0.5']);
  });

  it.each([
    ['main', 'funding', 'from_account', 'okx has no wallet main: it has '],
    ['spot', 'savings', 'to_account', 'okx has no wallet savings: it has '],
    ['spot', 'spot', 'to_account', 'to_account must differ from from_account'],
    ['spot', 'swap', 'to_account', 'source and destination are the same wallet'],
  ])('from %s to %s is refused before anything is sent', async (from, to, field, text) => {
    const before = sent().length;
    const { status, json } = await move(from, to, 1);
    expect(status).toBe(400);
    const [issue] = json.data.errors ?? json.data;
    expect(issue).toMatchObject({ field, message: expect.stringContaining(text) });
    if (text.includes('it has')) {
      expect(issue.message).toBe(`${text}spot, swap, future, margin, funding`);
    }
    expect(sent().length).toBe(before);
  });

  it.each([
    ['more than there is', 'spot', 'funding', 1_000_000.01],
    ['what is on the other side', 'funding', 'spot', 1],
    ['the most that may be asked', 'spot', 'funding', 1e13],
  ])('of %s is refused', async (_, from, to, amount) => {
    const { status, json } = await move(from, to, amount);
    expect([status, json.data.error]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    expect(await held()).toEqual(['1000000', '0']);
  });
});

it('what is in the funding account at okx is told by its word alone', async () => {
  expect((await trader.read('balance', { wallet: 'funding' })).total).toEqual({});
  await move('spot', 'funding', 1_234.56789012);
  const { total, free } = await trader.read('balance', { wallet: 'funding' });
  expect([total, free]).toEqual([{ USDT: 1_234.56789012 }, { USDT: 1_234.56789012 }]);
  for (const wallet of ['spot', 'swap', 'future', 'margin']) {
    expect([wallet, (await trader.read('balance', { wallet })).total.USDT]).toEqual([
      wallet,
      998_765.432_109_88,
    ]);
  }
});

describe('a transfer whose answer is lost', () => {
  const lose = (when: 'before' | 'after', how: Fault) =>
    live.simulator.fail('okx', { match: (request) => request.path === path, times: 1, when, how });
  const never = { kind: 'neverAnswers' } as const;
  const html = { kind: 'answers', status: 502, body: '<html>Bad Gateway</html>' } as const;
  const busy = { kind: 'exchangeError', code: '50026', message: 'System error.' } as const;

  it.each([
    ['never comes, and it moved', 'after', never, ['999993', '7']],
    ['never comes, and it did not', 'before', never, ['1000000', '0']],
    ['breaks off', 'after', { kind: 'resetsInBody' }, ['999993', '7']],
    ['is of somebody else', 'after', html, ['999993', '7']],
    ['is an error of the exchange', 'after', busy, ['999993', '7']],
  ] as const)('%s, is not known and not sent again', async (_, when, how, left) => {
    lose(when, how);
    const before = sent().length;
    const { status, json } = await move('spot', 'funding', 7);
    expect([status, json.data]).toMatchObject([500, { error: 'NETWORK_ERROR', status: 'unknown' }]);
    await live.pass(5_000);
    expect(sent().length - before).toBe(1);
    expect(await held()).toEqual(left);
  });

  it('is sent again by nobody when the exchange is crowded', async () => {
    lose('before', { kind: 'exchangeError', code: '58102', message: 'Too frequent transfer' });
    const before = sent().length;
    const { status, json } = await move('spot', 'funding', 7);
    expect([status, json.data.error]).toEqual([500, 'EXCHANGE_ERROR']);
    expect(sent().length - before).toBe(1);
    expect(await held()).toEqual(['1000000', '0']);
  });

  it('of its state leaves it under way', async () => {
    const match = (request: { readonly path: string }) => request.path === `${path}-state`;
    live.simulator.fail('okx', { match, times: 1, when: 'after', how: { kind: 'resetsInBody' } });
    const before = sent().length;
    const { status, json } = await move('spot', 'funding', 7);
    expect([status, json.data.status]).toEqual([200, 'pending']);
    expect(sent().length - before).toBe(1);
    expect(await held()).toEqual(['999993', '7']);
  });
});
