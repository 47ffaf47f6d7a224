import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  agentKey,
  type Bench,
  ethOrder,
  openBench,
  startedAt,
} from '../../test/support/hyperliquid.ts';
import { addressOfSecret } from './signature.ts';

const ownKey = '3'.repeat(64);
const apiKey = addressOfSecret(ownKey);
const builder = '0x6530512A6c89C7cfCEbC3BA7fcD9aDa5f30827a6';

// Signatures by ccxt 4.5.84: with the account's key, with it for no fee, with an agent's key.
const own = {
  r: '0xb92066e791b34248f5d0f955914c44b398ec99b39de475d6c1570a2c98e62ef8',
  s: '0x3c0a2a3e4087e005ad0a84e79387f5028f7fe22024b716baeb0c7e705928666b',
  v: 27,
};
const ownForNothing = {
  r: '0xf427954f605e3abceeed83fbcda2686040453e1d563fd0549e7fff5dab245fb5',
  s: '0x177666c1967504a562f7bb72a52605b2769f5d60df0a3091773594ffda09ddc4',
  v: 27,
};
const agents = {
  r: '0x89386580d1ffebdb545218c376ac4e8ec38908c650644438ed2903d353ca726c',
  s: '0x13cdc064d0912d493aa57a5aff09e71b8934aea5995fa517e4294dd6f552221b',
  v: 28,
};

interface Approval {
  readonly maxFeeRate?: string;
  readonly nonce?: number;
  readonly signature?: object;
}

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  const balances = { perp: { USDC: '10000' } };
  bench.simulator.addAccount({ venue: 'hyperliquid', apiKey, secret: ownKey, balances });
});
afterEach(() => bench.simulator.close());

async function approve(approval: Approval, changes: object = {}) {
  const { maxFeeRate = '0.01%', nonce = startedAt, signature = own } = approval;
  const chain = { hyperliquidChain: 'Mainnet', signatureChainId: '0x66eee' };
  const action = { type: 'approveBuilderFee', ...chain, maxFeeRate, builder, nonce };
  const body = { action, nonce, signature, ...changes };
  return bench.post('/exchange', JSON.stringify(body));
}

const order = (b: string, f: number, key = ownKey) =>
  bench.act(
    { type: 'order', orders: [ethOrder()], grouping: 'na', builder: { b: b.toLowerCase(), f } },
    { key },
  );
const done = { status: 'ok', response: { type: 'default' } };
const notApproved = { status: 'err', response: 'Builder fee has not been approved.' };

describe('the fee of a builder', () => {
  it('may be asked for as far as the account has approved it, of its orders alone', async () => {
    expect(await order(builder, 10)).toEqual(notApproved);
    expect((await approve({})).json).toEqual(done);
    expect(await order(builder, 10)).toMatchObject({ status: 'ok' });
    expect(await order(builder, 0)).toMatchObject({ status: 'ok' });
    expect(await order(builder, 11)).toEqual(notApproved);
    expect(await order(apiKey, 1)).toEqual(notApproved);
    expect(await order(builder, 10, agentKey)).toEqual(notApproved);
  });

  it('is what was approved last', async () => {
    await approve({});
    const less = { maxFeeRate: '0%', nonce: startedAt + 1_000, signature: ownForNothing };
    expect((await approve(less)).json).toEqual(done);
    expect(await order(builder, 1)).toEqual(notApproved);
    expect(await order(builder, 0)).toMatchObject({ status: 'ok' });
  });

  it('is approved by nobody but the account itself, as it was signed, and once', async () => {
    const stranger = /^Must deposit before performing actions\. User: 0x[\da-f]{40}$/;
    const err = { status: 'err', response: expect.stringMatching(stranger) };
    expect((await approve({ signature: agents })).json).toEqual(err);
    expect((await approve({ maxFeeRate: '1%' })).json).toEqual(err);
    expect((await approve({})).json).toEqual(done);
    const again = { status: 'err', response: expect.stringMatching(/^Invalid nonce: duplicate/) };
    expect((await approve({})).json).toEqual(again);
  });

  it.each([
    ['a share that is none', { maxFeeRate: 'much' }, {}],
    ['two nonces', {}, { nonce: startedAt + 1 }],
    ['no signature', {}, { signature: undefined }],
  ])('is not read from %s', async (_, approval, changes) => {
    const { status } = await approve(approval, changes);
    expect(status).toBe(422);
  });
});

describe('a code of whoever brought the account', () => {
  it('is taken when it was signed', async () => {
    const action = { type: 'setReferrer', code: 'CCXT1' };
    expect(await bench.act(action)).toEqual(done);
    const stranger = await bench.act(action, { key: '5'.repeat(64) });
    expect(stranger).toMatchObject({ status: 'err' });
  });
});
