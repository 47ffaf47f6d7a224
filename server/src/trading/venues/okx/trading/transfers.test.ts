import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  okxRoute,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import type { WalletMove } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { okxDialect } from './dialect.ts';

/** As documented (POST /api/v5/asset/transfer). */
const taken = { transId: '754147', ccy: 'USDT', clientId: '', from: '6', amt: '0.1', to: '18' };
const sending = 'POST asset/transfer';
const asking = 'GET asset/transfer-state';

async function move(
  changes: Partial<WalletMove> = {},
  answers: Readonly<Record<string, OkxAnswer>> = {},
) {
  const all: Readonly<Record<string, OkxAnswer>> = {
    [sending]: [taken],
    [asking]: [{ ...taken, state: 'success' }],
    ...answers,
  };
  const { asked, run } = await okxTrading((request) => {
    return all[okxRoute(request)] ?? new Error(`no ${request.path} here`);
  });
  const whole: WalletMove = {
    asset: 'USDT',
    amount: '0.100000000000000001',
    from: 'funding',
    to: 'spot',
    ...changes,
  };
  const done = await run(async (call) => okxDialect.transfers?.move(call, whole)).catch(
    (error: unknown) => ({ failed: failureOf(error, okxDialect.errorMeanings) }),
  );
  return { asked, done };
}

describe('a transfer', () => {
  it('is one request with the amount to its last digit', async () => {
    const { asked, done } = await move();
    const plain = { type: '0', ccy: 'USDT', amt: '0.100000000000000001', from: '6', to: '18' };
    expect(asked).toEqual([
      { method: 'POST', path: '/api/v5/asset/transfer', query: {}, body: plain },
      {
        method: 'GET',
        path: '/api/v5/asset/transfer-state',
        body: undefined,
        query: { transId: '754147', type: '0' },
      },
    ]);
    expect(done).toEqual({
      transferId: '754147',
      status: 'completed',
      atMs: 1_724_751_400_000,
      result: taken,
    });
  });

  it('goes the other way as well', async () => {
    const { asked } = await move({ from: 'spot', to: 'funding' });
    expect(asked[0]?.body).toMatchObject({ from: '18', to: '6' });
  });

  it.each<[string, OkxAnswer]>([
    ['is under way', [{ ...taken, state: 'pending' }]],
    ['says nothing', []],
    ['does not answer', new Error('no connection')],
    ['is busy', { status: 429, text: '{"code":"50011","msg":"Too Many Requests","data":[]}' }],
  ])('is pending when its state %s, and is not sent again', async (_, state) => {
    const { asked, done } = await move({}, { [asking]: state });
    expect(done).toMatchObject({ transferId: '754147', status: 'pending' });
    expect(asked.filter((request) => okxRoute(request) === sending)).toHaveLength(1);
  });

  it('that failed at the venue is refused', async () => {
    const { done } = await move({}, { [asking]: [{ ...taken, state: 'failed' }] });
    expect(done).toEqual({
      failed: { kind: 'refused', code: 'OTHER', message: 'The transfer 754147 failed at OKX.' },
    });
  });

  it.each([
    ['58350', 'Insufficient balance.', { kind: 'refused', code: 'INSUFFICIENT_BALANCE' }],
    [
      '58121',
      'high-risk level of your position',
      { kind: 'refused', code: 'INSUFFICIENT_BALANCE' },
    ],
    ['51000', 'Parameter amt error', { kind: 'refused', code: 'INVALID' }],
    ['58116', 'Transfer amount exceeds the limit', { kind: 'refused', code: 'INVALID' }],
    ['58114', 'Transfer amount must be more than 0', { kind: 'refused', code: 'INVALID' }],
    ['58101', 'Transfer suspended', { kind: 'refused', code: 'OTHER' }],
    ['58111', 'charging the funding fee', { kind: 'refused', code: 'OTHER' }],
    ['58102', 'Too frequent transfer', { kind: 'limited' }],
    ['58120', 'temporarily unavailable', { kind: 'limited' }],
    ['58124', 'Your transfer is being processed', { kind: 'unknown' }],
    ['58007', 'Abnormal Assets interface.', { kind: 'unknown' }],
    ['58999', 'Something of tomorrow.', { kind: 'unknown' }],
    ['50026', 'System error.', { kind: 'unknown' }],
  ])('is answered %s: %s', async (code, msg, failed) => {
    const text = JSON.stringify({ code, msg, data: [] });
    const { asked, done } = await move({}, { [sending]: { text } });
    expect(done).toMatchObject({ failed });
    expect(asked).toHaveLength(1);
  });

  it.each<[string, OkxAnswer]>([
    ['an id', [{ ...taken, transId: '' }]],
    ['anything', []],
    ['JSON', { status: 502, text: '<html>' }],
  ])('is not known without %s', async (_, answer) => {
    const { done } = await move({}, { [sending]: answer });
    expect(done).toMatchObject({ failed: { kind: 'unknown' } });
  });

  it('of a wallet that the venue has not is never sent', async () => {
    const { asked, done } = await move({ from: 'cash' });
    expect([asked, done]).toMatchObject([[], { failed: { kind: 'refused', code: 'INVALID' } }]);
  });
});
