import { expect, it } from 'vitest';
import { wireCall } from '../../../../../test/support/wireCall.ts';
import { binanceDialect } from './dialect.ts';
import { binanceTransfers } from './transfers.ts';

it('a transfer names both wallets, and its amount is never a float on the way', async () => {
  const { call, clock, requests } = await wireCall(binanceDialect, [], () => ({ tranId: 13 }));
  const amount = '123456789012.123456789012345678';
  const move = { asset: 'USDT', amount, from: 'future', to: 'margin' } as const;
  expect(await binanceTransfers.move(call, move)).toEqual({
    ...{ transferId: '13', status: 'completed', atMs: clock.now(), result: { tranId: 13 } },
  });
  expect(requests).toEqual([
    {
      ...{ method: 'POST', path: '/sapi/v1/asset/transfer' },
      fields: { asset: 'USDT', amount, type: 'CMFUTURE_MARGIN' },
    },
  ]);
});

it('an answer without its id is no answer', async () => {
  const { call, requests } = await wireCall(binanceDialect, [], () => ({}));
  const move = { asset: 'USDT', amount: '1', from: 'spot', to: 'swap' } as const;
  await expect(binanceTransfers.move(call, move)).rejects.toThrow('id of a transfer');
  expect(requests).toHaveLength(1);
});
