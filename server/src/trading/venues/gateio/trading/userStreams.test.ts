import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { Secret } from '../../../../kit/secret.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { UserStreamCall } from '../../shared/live/userStreams.ts';
import { gateioUserStreams } from './userStreams.ts';

const clientId = '0195a5b4c3d27e8f9a0b1c2d3e4f5a6b';
const text = 't-01imir9guifq7pk2os5kv4umjb';
const other = { kind: 'other' };

async function prepare(name: string, account: object = { user: 20_011 }) {
  const asked: unknown[] = [];
  const clock = createManualClock();
  const client = {
    request: async (...request: unknown[]) => {
      asked.push(request);
      return account;
    },
    // The exchange's time, and not ours.
    milliseconds: () => clock.now() + 7_900,
  } as unknown as CcxtClient;
  const credentials = { apiKey: new Secret('key'), apiSecret: new Secret('secret') };
  const call: UserStreamCall = { client, clock, credentials };
  const stream = gateioUserStreams.find((each) => each.name === name);
  if (!stream) throw new Error(`there is no stream ${name}`);
  const prepared = await stream.prepare(call);
  const read = (message: object) => prepared.read(JSON.stringify(message));
  const update = (channel: string, result: unknown) =>
    read({ time: 1_694_655_225, time_ms: 1_694_655_225_315, channel, event: 'update', result });
  const confirm = (channel: string) =>
    read({ time: 1, channel, event: 'subscribe', error: null, result: { status: 'success' } });
  return { prepared, asked, read, update, confirm };
}

const orders = (...names: readonly object[]) => ({ kind: 'orders', orders: names });

describe('a stream', () => {
  it.each([
    ['spot', 'wss://api.gateio.ws/ws/v4/', ['!all'], ['spot.orders_v2', 'spot.priceorders']],
    [
      'perpetuals',
      'wss://fx-ws.gateio.ws/v4/ws/usdt',
      ['20011', '!all'],
      ['futures.orders', 'futures.autoorders'],
    ],
    [
      'dated',
      'wss://fx-ws.gateio.ws/v4/ws/delivery/usdt',
      ['20011', '!all'],
      ['futures.orders', 'futures.autoorders'],
    ],
  ] as const)('of %s signs each subscription by itself', async (name, url, payload, channels) => {
    const { prepared } = await prepare(name);
    expect(prepared.url).toBe(url);
    const time = 1_700_000_007;
    expect(prepared.hello().map((each) => JSON.parse(each))).toEqual(
      channels.map((channel) => {
        const signed = `channel=${channel}&event=subscribe&time=${time}`;
        const SIGN = createHmac('sha512', 'secret').update(signed).digest('hex');
        return {
          time,
          channel,
          event: 'subscribe',
          payload,
          auth: { method: 'api_key', KEY: 'key', SIGN },
        };
      }),
    );
  });

  it('of contracts asks its wallet for the number of the account', async () => {
    const wallet = (folder: string) => [
      ['{settle}/accounts', ['private', folder], 'GET', { settle: 'usdt' }],
    ];
    expect((await prepare('perpetuals')).asked).toEqual(wallet('futures'));
    expect((await prepare('dated')).asked).toEqual(wallet('delivery'));
    expect((await prepare('spot')).asked).toEqual([]);
    await expect(prepare('perpetuals', { total: '0' })).rejects.toThrow('number of the account');
  });

  it('is ready when all of its channels are confirmed', async () => {
    const { confirm } = await prepare('spot');
    expect(confirm('spot.priceorders')).toEqual(other);
    expect(confirm('spot.priceorders')).toEqual(other);
    expect(confirm('spot.orders_v2')).toEqual({ kind: 'ready' });
  });

  it('is over when a subscription is refused', async () => {
    const { read } = await prepare('perpetuals');
    const message = '{"label":"INVALID_KEY","message":"Invalid key provided"}\n';
    const error = { code: 4, message };
    const told = { time: 1, channel: 'futures.orders', event: 'subscribe', error, result: null };
    const reason = `The exchange refused the stream: 4 ${message.trim()}`;
    expect(read(told)).toEqual({ kind: 'over', reason });
  });

  it.each([
    ['spot', 'spot.system'],
    ['perpetuals', 'futures.system'],
  ])('of %s is over when the exchange says that it ends it', async (name, channel) => {
    const { update } = await prepare(name);
    const msg = 'The connection will soon be closed for a service upgrade. Please reconnect.';
    expect(update(channel, { type: 'upgrade', msg })).toMatchObject({ kind: 'over' });
    expect(update(channel, { type: 'outdated_sbe_schema_id', msg: '' })).toEqual(other);
  });

  it.each([
    ['spot', 'spot.ping'],
    ['perpetuals', 'futures.ping'],
    ['dated', 'futures.ping'],
  ])('of %s is spoken to every fifteen seconds', async (name, channel) => {
    const { prepared, read } = await prepare(name);
    expect(prepared.ping?.everyMs).toBe(15_000);
    expect(JSON.parse(prepared.ping?.text() ?? '')).toEqual({ time: 1_700_000_007, channel });
    const pong = channel.replace('ping', 'pong');
    const answer = { time: 1, time_ms: 1_000, channel: pong, event: '', error: null, result: null };
    expect(read(answer)).toEqual(other);
  });

  it('minds nothing else', async () => {
    const { prepared, update } = await prepare('spot');
    expect(update('spot.balances', [{ currency: 'USDT', change: '1' }])).toEqual(other);
    expect(update('spot.orders_v2', [])).toEqual(other);
    for (const said of ['', 'null', '[]', '{}', '{"channel":1}', '<html>']) {
      expect(prepared.read(said)).toEqual(other);
    }
    for (const channel of ['spot.orders_v2', 'spot.priceorders']) {
      expect(update(channel, [{}, null, { text: 'web' }, 7])).toEqual(other);
    }
    const broken = '{"channel":"spot.orders_v2","event":"update","result":null}';
    expect(prepared.read(broken)).toEqual(other);
  });
});

describe('on spot', () => {
  const order = {
    id: '399123456',
    text,
    create_time: '1694655225',
    update_time: '1694655225',
    currency_pair: 'BTC_USDT',
    type: 'limit',
    account: 'spot',
    side: 'sell',
    amount: '0.0001',
    price: '26253.3',
    time_in_force: 'gtc',
    left: '0.0001',
    filled_total: '0',
    avg_deal_price: '0',
    fee_currency: 'USDT',
    user: 3_497_082,
    event: 'put',
    stp_id: 0,
    stp_act: '-',
    finish_as: 'open',
    biz_info: '-',
  };
  const trigger = {
    market: 'METAN_USDT',
    uid: '13679450',
    id: '247480109',
    reason: '',
    err_msg: '',
    fired_order_id: 0,
    trigger_price: '0.00302',
    trigger_rule: '<=',
    trigger_expiration: 900,
    price: '0.00300',
    amount: '26666.667',
    order_type: 'limit',
    side: 'buy',
    ctime: '1691517983131',
    ftime: '-62135596800000',
  };

  it.each(['update', 'finish'])('a word of the kind %s names its order', async (event) => {
    const { update } = await prepare('spot');
    expect(update('spot.orders_v2', [{ ...order, event }])).toEqual(
      orders({ clientId, venueOrderId: '399123456' }),
    );
  });

  it('an order that was only taken is no news', async () => {
    const { update } = await prepare('spot');
    expect(update('spot.orders_v2', [order])).toEqual(other);
    const finished = { ...order, id: '7', text: 'web', event: 'finish' };
    expect(update('spot.orders_v2', [order, finished])).toEqual(
      orders({ clientId: undefined, venueOrderId: '7' }),
    );
  });

  it('an order that was set off is the one that slept', async () => {
    const { update } = await prepare('spot');
    const setOff = { ...order, text: 'ao-2081591195686928384', event: 'finish' };
    expect(update('spot.orders_v2', [setOff])).toEqual(
      orders({ venueOrderId: '2081591195686928384' }),
    );
  });

  it('a conditional order is news once it sleeps no more', async () => {
    const { update } = await prepare('spot');
    expect(update('spot.priceorders', trigger)).toEqual(other);
    const named = orders({ venueOrderId: '247480109' });
    expect(update('spot.priceorders', { ...trigger, ftime: '1691518000000' })).toEqual(named);
    expect(update('spot.priceorders', { ...trigger, fired_order_id: 399_123_456 })).toEqual(named);
    const { ftime: _, ...endless } = trigger;
    expect(update('spot.priceorders', endless)).toEqual(named);
  });
});

describe('on contracts', () => {
  /** As a client received it: the id has more digits than a number keeps. */
  const heard = (changes: string) =>
    '{"time":1733968288,"time_ms":1733968288265,"channel":"futures.orders","event":"update",' +
    `"result":[{"tkfr":0.0005,"text":"${text}","user":"16792411","id":58828270140012048,` +
    '"is_reduce_only":false,"fill_price":0,"size":1,"contract":"BTC_USDT","price":93000,' +
    `${changes},"tif":"gtc","update_id":1,"finish_time":1733968288,"create_time":1733968288}]}`;

  it('an order is named by all the digits of its id', async () => {
    const { prepared } = await prepare('perpetuals');
    const named = orders({ clientId, venueOrderId: '58828270140012048' });
    expect(prepared.read(heard('"finish_as":"_update","status":"open","left":1'))).toEqual(named);
    expect(prepared.read(heard('"finish_as":"_new","status":"open","left":0'))).toEqual(named);
    expect(prepared.read(heard('"finish_as":"filled","status":"finished","left":0'))).toEqual(
      named,
    );
    const cancelled = '"finish_as":"cancelled","status":"finished","left":1';
    expect(prepared.read(heard(cancelled))).toEqual(named);
  });

  it('an order that was only taken is no news', async () => {
    const { prepared } = await prepare('perpetuals');
    expect(prepared.read(heard('"finish_as":"_new","status":"open","left":1'))).toEqual(other);
    expect(prepared.read(heard('"status":"open","left":1'))).toEqual(other);
  });

  it('an order that was set off is the one that slept', async () => {
    const { update } = await prepare('dated');
    const row = { id: 4_872_460, text: 'ao-9256', status: 'finished', left: 0, size: 1 };
    expect(update('futures.orders', [row])).toEqual(orders({ venueOrderId: '9256' }));
  });

  const auto = (changes: string) =>
    '{"time":1596798126,"time_ms":1596798126123,"channel":"futures.autoorders",' +
    '"event":"update","result":[{"user":123456,"trigger":{"strategy_type":0,"price_type":0,' +
    '"price":"10000","rule":2,"expiration":86400},"initial":{"contract":"BTC_USDT","size":10,' +
    `"price":"10000","tif":"gtc","text":"${text}","iceberg":0,"is_close":false},` +
    `"id":2033851588807757824,"trade_id":0,${changes},"reason":"","create_time":1596798126,` +
    '"name":"price_autoorders","is_stop_order":false}]}';

  it('a conditional order is news once it sleeps no more', async () => {
    const { prepared } = await prepare('perpetuals');
    expect(prepared.read(auto('"status":"open"'))).toEqual(other);
    expect(prepared.read(auto('"status":"finished","finish_as":"succeeded"'))).toEqual(
      orders({ clientId, venueOrderId: '2033851588807757824' }),
    );
  });
});
