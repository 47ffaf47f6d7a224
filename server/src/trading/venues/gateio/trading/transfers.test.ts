import { describe, expect, it } from 'vitest';
import { gateClient, nowMs } from '../../../../../test/support/exchanges/gateio/client.ts';
import type { WalletMove } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { gateioErrors } from './errors.ts';
import { gateioTransfers } from './transfers.ts';

const toContracts: WalletMove = { asset: 'USDT', amount: '10.10', from: 'spot', to: 'swap' };

async function moved(move: WalletMove, answer: unknown = { tx_id: 59_636_381_286 }) {
  const { run, requests } = gateClient(() => answer);
  const done = await run((call) => gateioTransfers.move(call, move)).catch((error: unknown) =>
    failureOf(error, gateioErrors),
  );
  return { done, requests };
}

describe('a transfer', () => {
  it('is one request, with the amount as it was written', async () => {
    const { done, requests } = await moved(toContracts);
    expect(requests).toEqual([
      {
        line: 'POST /wallet/transfers',
        body: { currency: 'USDT', amount: '10.10', from: 'spot', to: 'futures', settle: 'USDT' },
      },
    ]);
    expect(done).toEqual({
      transferId: '59636381286',
      status: 'completed',
      atMs: nowMs,
      result: { tx_id: 59_636_381_286 },
    });
  });

  it.each([
    [{ from: 'swap', to: 'spot' }, 'futures', 'spot'],
    [{ from: 'future', to: 'spot' }, 'delivery', 'spot'],
    [{ from: 'spot', to: 'future' }, 'spot', 'delivery'],
  ] as const)('%o goes from %s to %s', async (ends, from, to) => {
    const { requests } = await moved({ ...toContracts, ...ends });
    expect(requests).toMatchObject([{ body: { from, to } }]);
  });

  it('between contracts is refused, and nothing is sent', async () => {
    const { done, requests } = await moved({ ...toContracts, from: 'swap', to: 'future' });
    expect(done).toMatchObject({ kind: 'refused', code: 'INVALID' });
    expect(requests).toEqual([]);
  });

  it('without a number of its own is given one', async () => {
    const { done } = await moved(toContracts, { currency: 'USDT' });
    expect(done).toMatchObject({ transferId: `${nowMs}-spot-futures-USDT-10.10` });
  });

  it.each([
    ['nothing', ''],
    ['a text', '"done"'],
    ['no JSON', '<html></html>'],
    ['a failure of its own', { label: 'INTERNAL', message: 'internal error' }],
    ['what nobody knows', { label: 'NEVER_HEARD_OF', message: '' }],
  ])('that is answered with %s may have been made', async (_, answer) => {
    const { done, requests } = await moved(toContracts, answer);
    expect(done).toMatchObject({ kind: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['BALANCE_NOT_ENOUGH', 'INSUFFICIENT_BALANCE'],
    ['FUTURES_BALANCE_NOT_ENOUGH', 'INSUFFICIENT_BALANCE'],
    ['INVALID_CURRENCY', 'INVALID'],
    ['INVALID_PARAM_VALUE', 'INVALID'],
    ['TOO_MUCH_FUTURES_AVAILABLE', 'OTHER'],
    ['FORBIDDEN', 'OTHER'],
  ])('that is answered with %s was not made: %s', async (label, code) => {
    const { done } = await moved(toContracts, { label, message: 'said' });
    expect(done).toMatchObject({ kind: 'refused', code });
  });
});
