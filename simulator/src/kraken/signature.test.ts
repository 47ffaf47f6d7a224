import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench, signed, signedBody } from '../../test/support/kraken.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const errorOf = async (sent: Parameters<Bench['raw']>[0]) => {
  const { status, json } = await bench.raw(sent);
  return [status, ...json.error];
};

describe('a private request', () => {
  it('follows the example of the documents', async () => {
    // Key, nonce, body and signature as printed in the exchange's guide to authentication.
    const key =
      'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==';
    const fields = {
      nonce: '1616492376594',
      ordertype: 'limit',
      pair: 'XBTUSD',
      price: 37_500,
      type: 'buy',
      volume: 1.25,
    };
    const { headers = {}, body } = signed('AddOrder', fields, key);
    expect(headers['API-Sign']).toBe(
      '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==',
    );
    bench.simulator.addAccount({
      venue: 'kraken',
      apiKey: 'documented',
      secret: key,
      balances: { spot: { USD: '100000' } },
    });
    const sent = { path: '/0/private/AddOrder', body };
    const { json } = await bench.raw({ ...sent, headers: { ...headers, 'API-Key': 'documented' } });
    expect(json.result.descr.order).toBe('buy 1.25000000 XBTUSD @ limit 37500.00');
  });

  it('needs a key that is known', async () => {
    const { headers = {}, ...sent } = signed('Balance', { nonce: bench.nonce() });
    const { 'API-Key': _, ...without } = headers;
    expect(await errorOf({ ...sent, headers: without })).toEqual([200, 'EAPI:Invalid key']);
    const other = { ...headers, 'API-Key': 'other' };
    expect(await errorOf({ ...sent, headers: other })).toEqual([200, 'EAPI:Invalid key']);
    expect(apiKey).not.toBe('other');
  });

  it('needs a signature over its path, its nonce and its body', async () => {
    const no = [200, 'EAPI:Invalid signature'];
    const fields = { nonce: bench.nonce(), asset: 'XXBT' };
    const sent = signed('Balance', fields);
    const another = Buffer.from('another').toString('base64');
    expect(await errorOf(signed('Balance', fields, another))).toEqual(no);
    expect(await errorOf({ ...sent, body: `${sent.body}&a=1` })).toEqual(no);
    expect(await errorOf({ ...sent, path: '/0/private/BalanceEx' })).toEqual(no);
    const headers = { ...sent.headers, 'API-Sign': 'nothing' };
    expect(await errorOf({ ...sent, headers })).toEqual(no);
    const shifted = signedBody('Balance', { body: sent.body, nonce: '77' });
    expect(await errorOf(shifted)).toEqual(no);
    expect(await errorOf(sent)).toEqual([200]);
  });

  it('needs a nonce above the last one of its key', async () => {
    const no = [200, 'EAPI:Invalid nonce'];
    expect(await errorOf(signed('Balance', { nonce: 100 }))).toEqual([200]);
    expect(await errorOf(signed('Balance', { nonce: 100 }))).toEqual(no);
    expect(await errorOf(signed('Balance', { nonce: 99 }))).toEqual(no);
    expect(await errorOf(signed('Balance', { nonce: 'x' }))).toEqual(no);
    expect(await errorOf(signed('Balance', {}))).toEqual(no);
    expect(await errorOf(signed('Balance', { nonce: 101 }))).toEqual([200]);
  });

  it('spends its nonce though it is refused, but not with a wrong signature', async () => {
    const bad = signed('CancelOrder', { nonce: 10, txid: 'O' });
    expect(await errorOf(bad)).toEqual([200, 'EOrder:Unknown order']);
    expect(await errorOf(bad)).toEqual([200, 'EAPI:Invalid nonce']);
    const forged = signed('Balance', { nonce: 1_000 }, 'AAAA');
    expect(await errorOf(forged)).toEqual([200, 'EAPI:Invalid signature']);
    expect(await errorOf(signed('Balance', { nonce: 11 }))).toEqual([200]);
  });

  it('may have JSON as its body', async () => {
    const json = JSON.stringify({ nonce: '5', txid: 'O' });
    const sent = signedBody('CancelOrder', { body: json, nonce: '5' });
    const headers = { ...sent.headers, 'Content-Type': 'application/json' };
    expect(await errorOf({ ...sent, headers })).toEqual([200, 'EOrder:Unknown order']);
    const broken = { ...signedBody('Balance', { body: '{', nonce: '6' }), headers };
    expect(await errorOf(broken)).toEqual([200, 'EGeneral:Invalid arguments:json']);
  });

  it('is a POST to what is there', async () => {
    const sent = signed('Balance', { nonce: bench.nonce() });
    const words = (what: string) => [404, `The simulator does not know ${what}`];
    const got = { ...sent, body: '', method: 'GET' };
    expect(await errorOf(got)).toEqual(words('GET /0/private/Balance'));
    const other = signed('Nothing', { nonce: bench.nonce() });
    expect(await errorOf(other)).toEqual(words('POST /0/private/Nothing'));
    expect(await errorOf({ ...sent, path: '/0/other/Balance' })).toEqual(
      words('POST /0/other/Balance'),
    );
  });

  it('is kept without its key and signature', async () => {
    await bench.ok('Balance');
    const [kept] = bench.simulator.requests('kraken');
    expect(kept).toMatchObject({
      path: '/0/private/Balance',
      status: 200,
      headers: { 'api-key': '[secret]', 'api-sign': '[secret]' },
    });
  });
});

describe('an error that is planned', () => {
  it('is told in the list of errors', async () => {
    const plan = { match: () => true, times: 2, when: 'before' } as const;
    const code = 'EService:Unavailable';
    bench.simulator.fail('kraken', { ...plan, how: { kind: 'exchangeError', code } });
    expect(await errorOf(signed('Balance', { nonce: 1 }))).toEqual([200, code]);
    expect(await bench.no('Balance')).toBe(code);
    const how = { kind: 'exchangeError', code: 'EGeneral', message: 'Mine', status: 520 } as const;
    bench.simulator.fail('kraken', { ...plan, times: 1, how });
    expect(await errorOf(signed('Balance', { nonce: 1 }))).toEqual([520, 'EGeneral:Mine']);
  });
});
