import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  agentKey,
  type Bench,
  cloid,
  ethOrder,
  openBench,
  signedBody,
  startedAt,
  user,
} from '../../test/support/hyperliquid.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

/** A request that was written and signed elsewhere, by the documented scheme. */
const typed =
  '{"action":{"type":"order","orders":[{"a":1,"b":true,"p":"95","s":"1.5","r":false,' +
  `"t":{"limit":{"tif":"Gtc"}},"c":"${cloid}"}],"grouping":"na"},"nonce":1700000000000,` +
  '"signature":{"r":"0x2311e1389ccb640be6e085f67c9ed4f93facc4f92da7589331225661afdbd335",' +
  '"s":"0x63d0be6f688737267a090e65c505d2f91e363327e8b92db8b47f4bb8b270406f","v":27},' +
  '"expiresAfter":1700000005000}';

const action = { type: 'order', orders: [ethOrder()], grouping: 'na' };
const err = (response: unknown) => ({ status: 'err', response });
const stranger = err(expect.stringMatching(/^User or API Wallet 0x[\da-f]{40} does not exist\.$/));
const resting = {
  status: 'ok',
  response: { type: 'order', data: { statuses: [{ resting: { oid: expect.any(Number) } }] } },
};

describe('an action', () => {
  it('is carried out when the agent of an account signed it', async () => {
    const { status, json } = await bench.post('/exchange', typed);
    const statuses = [{ resting: { oid: expect.any(Number), cloid } }];
    expect([status, json]).toEqual([
      200,
      { status: 'ok', response: { type: 'order', data: { statuses } } },
    ]);
  });

  it.each([
    ['another price', '"p":"95"', '"p":"96"'],
    ['another nonce', '"nonce":1700000000000', '"nonce":1700000000001'],
    ['another deadline', '"expiresAfter":1700000005000', '"expiresAfter":1700000005001'],
    ['no deadline', ',"expiresAfter":1700000005000', ''],
    ['the other point', '"v":27', '"v":28'],
    ['another client id', '"c":"0x01', '"c":"0x11'],
  ])('is nobody’s with %s than was signed', async (_, part, other) => {
    expect((await bench.post('/exchange', typed.replace(part, other))).json).toEqual(stranger);
    expect(bench.simulator.accepted('hyperliquid')).toBe(0);
  });

  it('is checked as the exchange writes it down: its own order of fields, no empty zeros', async () => {
    const { a, b, ...rest } = ethOrder();
    const turned = { ...action, orders: [{ b, a, ...rest }] };
    expect(await bench.act(turned)).toEqual(stranger);
    expect(await bench.act({ ...action, orders: [ethOrder({ p: '95.0' })] })).toEqual(stranger);
    expect(await bench.act({ ...action, extra: 1 })).toEqual(stranger);
    expect(await bench.act(action)).toEqual(resting);
  });

  it('may be signed by the account itself, and by no other key', async () => {
    const key = '3'.repeat(64);
    expect(await bench.act(action, { key })).toEqual(stranger);
    // The address of that key.
    const apiKey = '0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb';
    const balances = { perp: { USDC: '1000' } };
    bench.simulator.addAccount({ venue: 'hyperliquid', apiKey, secret: '4'.repeat(64), balances });
    expect(await bench.act(action, { key })).toEqual(resting);
    const open = { type: 'openOrders' };
    expect(await bench.info({ ...open, user: apiKey })).toHaveLength(1);
    expect(await bench.info({ ...open, user })).toEqual([]);
  });

  it('has a signature that can be one', async () => {
    const none = JSON.stringify({
      ...signedBody(action, {}),
      signature: { r: '0x5', s: '0x1', v: 27 },
    });
    expect((await bench.post('/exchange', none)).json).toEqual(err('Unable to recover signer.'));
    for (const signature of [
      undefined,
      { r: '5', s: '0x1', v: 27 },
      { r: '0x5', s: '0x1', v: 0 },
    ]) {
      const body = JSON.stringify({ ...signedBody(action, {}), signature });
      expect((await bench.post('/exchange', body)).status).toBe(422);
    }
  });
});

describe('a nonce', () => {
  it('is good once', async () => {
    expect(await bench.act(action, { nonce: startedAt })).toEqual(resting);
    const again = await bench.act(action, { nonce: startedAt });
    expect(again).toEqual(err(`Invalid nonce: duplicate nonce ${startedAt}`));
    expect(await bench.act(action, { nonce: startedAt - 1 })).toEqual(resting);
    expect(bench.simulator.accepted('hyperliquid')).toBe(2);
  });

  it('is a time of the last two days or the next', async () => {
    const day = 86_400_000;
    const old = startedAt - 2 * day;
    expect(await bench.act(action, { nonce: old })).toEqual(resting);
    const low = await bench.act(action, { nonce: old - 1 });
    expect(low).toEqual(err(`Invalid nonce: nonce too low ${old - 1} < ${old}`));
    const next = startedAt + day;
    expect(await bench.act(action, { nonce: next })).toEqual(resting);
    const high = await bench.act(action, { nonce: next + 1 });
    expect(high).toEqual(err(`Invalid nonce: nonce too high ${next + 1} > ${next}`));
  });

  it('is above the lowest of the hundred that are remembered', async () => {
    const cancels = [{ a: 1, o: 1 }];
    const cancel = { type: 'cancel', cancels };
    for (let i = 1; i <= 101; i += 1) await bench.act(cancel, { nonce: startedAt + i });
    const late = await bench.act(cancel, { nonce: startedAt + 1 });
    const text = `Invalid nonce: nonce too low ${startedAt + 1} < ${startedAt + 2}`;
    expect(late).toEqual(err(text));
  });
});

describe('a deadline', () => {
  it('drops what comes after it, by the clock of the exchange', async () => {
    expect(await bench.act(action, { expiresAfter: startedAt })).toEqual(resting);
    bench.pass(1);
    const late = await bench.act(action, { expiresAfter: startedAt });
    expect(late).toEqual(err(expect.stringContaining('Action already expired')));
    bench.simulator.skewMs('hyperliquid', -1);
    expect(await bench.act(action, { expiresAfter: startedAt })).toEqual(resting);
    expect(bench.simulator.accepted('hyperliquid')).toBe(2);
  });
});

describe('a body', () => {
  const unread = [422, 'Failed to deserialize the JSON body into the target type'];
  const signed = (changes: object) => JSON.stringify({ ...signedBody(action, {}), ...changes });

  it.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['no action', '{}'],
    ['no nonce', signed({ nonce: undefined })],
    ['an order without a price', signed({ action: { ...action, orders: [{ a: 1 }] } })],
    ['a price that is a number', signedOrder({ p: 95 })],
    ['a price below zero', signedOrder({ p: '-95' })],
    ['a time in force in lower case', signedOrder({ t: { limit: { tif: 'gtc' } } })],
    ['a time in force that is not known', signedOrder({ t: { limit: { tif: 'Fok' } } })],
    ['a trigger without a kind', signedOrder({ t: { trigger: { triggerPx: '1' } } })],
    ['a client id without 0x', signedOrder({ c: cloid.slice(2) })],
    ['a client id that is too short', signedOrder({ c: '0x0123' })],
  ])('of %s is not read', async (_, body) => {
    const { status, text } = await bench.post('/exchange', body);
    expect([status, text]).toEqual(unread);
    expect((await bench.post('/info', '{"type":"openOrders","user":"0x1"}')).status).toBe(422);
  });

  it.each([
    ['/exchange', signed({ action: { type: 'updateLeverage' } }), 'the action updateLeverage'],
    ['/exchange', signedGroup('positionTpsl'), 'the grouping positionTpsl'],
    ['/info', '{"type":"portfolio"}', 'the info portfolio'],
    ['/nowhere', '{}', 'POST /nowhere'],
  ])('of what is not simulated says so: %s %#', async (path, body, what) => {
    const { status, text } = await bench.post(path, body);
    expect([status, text]).toEqual([501, `The simulator does not know ${what}`]);
  });

  it('that pays somebody else a fee is refused', async () => {
    const builder = { b: '0x6530512a6c89c7cfcebc3ba7fcd9ada5f30827a6', f: 10 };
    const answer = await bench.act({ ...action, builder });
    expect(answer).toEqual(err('Builder fee has not been approved.'));
  });
});

function signedOrder(changes: object): string {
  const orders = [{ ...ethOrder(), ...changes }];
  return JSON.stringify({ ...signedBody(action, {}), action: { ...action, orders } });
}

function signedGroup(grouping: string): string {
  return JSON.stringify(signedBody({ ...action, grouping }, { key: agentKey }));
}
