import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { Secret } from '../../../../kit/secret.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { bybitUserStreams } from './userStreams.ts';

const id = 'a'.repeat(32);
/** The exchange's clock when ours shows 1,700,000,000,000. */
const theirs = 1_700_000_003_000;

async function prepare(secret = 'secret') {
  const [stream] = bybitUserStreams;
  if (!stream) throw new Error('there is a stream');
  const client = { milliseconds: () => theirs } as unknown as CcxtClient;
  const credentials = { apiKey: new Secret('key'), apiSecret: new Secret(secret) };
  const prepared = await stream.prepare({ client, clock: createManualClock(), credentials });
  return { prepared, read: (message: object) => prepared.read(JSON.stringify(message)) };
}

const ignored = { kind: 'other' };

/** As the documents show them, with an order of ours in it. */
const orderMessage = (changes: object) => ({
  id: '5923240c6880ab-c59f-420b-9adb-3639adc9dd90',
  topic: 'order',
  creationTime: 1_672_364_262_474,
  data: [
    {
      symbol: 'ETHUSDT',
      orderId: '5cf98598-39a7-459e-97bf-76ca765ee020',
      side: 'Sell',
      orderType: 'Market',
      cancelType: 'UNKNOWN',
      price: '72.5',
      qty: '1',
      orderIv: '',
      timeInForce: 'IOC',
      orderStatus: 'Filled',
      orderLinkId: id,
      lastPriceOnCreated: '',
      reduceOnly: false,
      leavesQty: '',
      leavesValue: '',
      cumExecQty: '1',
      cumExecValue: '75',
      avgPrice: '75',
      blockTradeId: '',
      positionIdx: 0,
      cumExecFee: '0.358635',
      createdTime: '1672364262444',
      updatedTime: '1672364262457',
      rejectReason: 'EC_NoError',
      stopOrderType: '',
      tpslMode: '',
      triggerPrice: '',
      triggerDirection: 0,
      triggerBy: '',
      closeOnTrigger: false,
      category: 'linear',
      ...changes,
    },
  ],
});
const executionMessage = (changes: object) => ({
  id: '592324803b2785-26fa-4214-9963-bdd4727f07be',
  topic: 'execution',
  creationTime: 1_672_364_174_455,
  data: [
    {
      category: 'linear',
      symbol: 'XRPUSDT',
      execFee: '0.005061',
      execPrice: '0.3374',
      execId: '7e2ae69c-4edf-5800-a352-893d52b446aa',
      execQty: '25',
      execType: 'Trade',
      execValue: '8.435',
      isMaker: false,
      feeRate: '0.0006',
      leavesQty: '0',
      orderId: 'f6e324ff-99c2-4e89-9739-3086e47f9381',
      orderLinkId: id,
      side: 'Sell',
      stopOrderType: 'UNKNOWN',
      execTime: '1672364174443',
      seq: 4_688_002_127,
      ...changes,
    },
  ],
});

describe('the stream of bybit', () => {
  it('logs in with a signed time of the exchange, a little ahead', async () => {
    const { prepared } = await prepare();
    expect(prepared.url).toBe('wss://stream.bybit.com/v5/private');
    const expires = theirs + 10_000;
    const signature = createHmac('sha256', 'secret').update(`GET/realtime${expires}`).digest('hex');
    expect(prepared.hello().map((text) => JSON.parse(text))).toEqual([
      { op: 'auth', args: ['key', expires, signature] },
    ]);
  });

  it('signs with a private key as well', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const [, expires, signature] = JSON.parse((await prepare(pem)).prepared.hello()[0] ?? '').args;
    const payload = Buffer.from(`GET/realtime${expires}`);
    expect(verify('sha256', payload, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('subscribes once it is logged in, and is ready once that is confirmed', async () => {
    const { read } = await prepare();
    const login = { success: true, ret_msg: '', op: 'auth', conn_id: 'cejreaspqfh3sjdnldmg-p' };
    expect(read(login)).toEqual({
      kind: 'answer',
      texts: ['{"op":"subscribe","args":["order","execution"]}'],
    });
    const subscribed = { success: true, ret_msg: 'subscribe', conn_id: 'c-p', op: 'subscribe' };
    expect(read({ ...subscribed, req_id: '10001' })).toEqual({ kind: 'ready' });
  });

  it('is over when it is refused, and says nothing of what was asked', async () => {
    const { read } = await prepare();
    const reason = 'The exchange refused the stream: Params Error';
    const refused = { success: false, ret_msg: 'Params Error', conn_id: 'c-p' };
    expect(read({ ...refused, op: 'auth' })).toEqual({ kind: 'over', reason });
    expect(read({ ...refused, op: 'subscribe' })).toEqual({ kind: 'over', reason });
    const request = { op: 'auth', args: ['the-key', '1653405853543', '542e71bd'] };
    expect(read({ ...refused, request })).toEqual({ kind: 'over', reason });
    expect(read({ op: 'auth' })).toMatchObject({ kind: 'over' });
  });

  it('pings as often as the exchange wants, and minds no answer', async () => {
    const { prepared, read } = await prepare();
    expect([prepared.ping?.everyMs, prepared.ping?.text()]).toEqual([20_000, '{"op":"ping"}']);
    expect(read({ req_id: '2', op: 'pong', args: ['1757405570352'], conn_id: 'd' })).toEqual(
      ignored,
    );
    const old = { success: true, ret_msg: 'pong', request: { op: 'ping', args: null } };
    expect(read(old)).toEqual(ignored);
  });

  it('minds nothing else', async () => {
    const { prepared, read } = await prepare();
    for (const text of ['', 'null', '[]', '{"topic":"order"}', '{"topic":"wallet","data":[{}]}']) {
      expect(prepared.read(text)).toEqual(ignored);
    }
    expect(read({ topic: 'order', data: [null, 7] })).toEqual(ignored);
  });
});

describe('a word of the stream of bybit', () => {
  const venueOrderId = '5cf98598-39a7-459e-97bf-76ca765ee020';
  const ours = { kind: 'orders', orders: [{ clientId: id, venueOrderId }] };

  it.each(['PartiallyFilled', 'Filled', 'Cancelled', 'Rejected', 'Deactivated', 'Triggered'])(
    'names the order that is %s',
    async (orderStatus) => {
      const { read } = await prepare();
      expect(read(orderMessage({ orderStatus }))).toEqual(ours);
    },
  );

  it('names an order that went off, and none that was only taken', async () => {
    const { read } = await prepare();
    expect(read(orderMessage({ orderStatus: 'New' }))).toEqual(ignored);
    expect(read(orderMessage({ orderStatus: 'New', stopOrderType: 'UNKNOWN' }))).toEqual(ignored);
    const unsaid = { orderStatus: 'New', stopOrderType: undefined };
    expect(read(orderMessage(unsaid))).toEqual(ignored);
    expect(read(orderMessage({ orderStatus: 'New', stopOrderType: 'Stop' }))).toEqual(ours);
    const asleep = { orderStatus: 'Untriggered', stopOrderType: 'Stop' };
    expect(read(orderMessage(asleep))).toEqual(ignored);
  });

  it('names the order of a trade, and of nothing else that is executed', async () => {
    const { read } = await prepare();
    expect(read(executionMessage({}))).toEqual({
      kind: 'orders',
      orders: [{ clientId: id, venueOrderId: 'f6e324ff-99c2-4e89-9739-3086e47f9381' }],
    });
    expect(read(executionMessage({ execType: 'Funding' }))).toEqual(ignored);
  });

  it('names by the id of the exchange alone what bears no name of ours', async () => {
    const { read } = await prepare();
    const foreign = { kind: 'orders', orders: [{ clientId: undefined, venueOrderId }] };
    expect(read(orderMessage({ orderLinkId: '' }))).toEqual(foreign);
    expect(read(orderMessage({ orderLinkId: 'spotx008' }))).toEqual(foreign);
    expect(read(orderMessage({ category: 'option' }))).toEqual(ignored);
    expect(read(orderMessage({ category: 'inverse' }))).toEqual(ignored);
  });

  it('names all that are in it', async () => {
    const { read } = await prepare();
    const [first] = orderMessage({}).data;
    const data = [first, { ...first, orderId: '1609920528435648000', category: 'spot' }];
    expect(read({ topic: 'order', data })).toMatchObject({
      orders: [{ venueOrderId }, { venueOrderId: '1609920528435648000' }],
    });
  });
});
