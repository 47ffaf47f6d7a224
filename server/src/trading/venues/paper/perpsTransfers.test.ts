import { describe, expect, it } from 'vitest';
import { acknowledged, noSignal, type OpenPaper } from '../../../../test/support/paper/fixture.ts';
import { binanceSwap, paperScene } from '../../../../test/support/paper/scene.ts';
import type { Balances } from '../../model/account.ts';

const market = { ...binanceSwap, type: 'market' } as const;

const paper = paperScene();

async function open(balances?: Balances) {
  await paper.show(100);
  return paper.open({ balances });
}

type Name = 'spot' | 'swap';
const moving =
  ({ session }: OpenPaper) =>
  (asset: string, amount: string, [from, to]: readonly [Name, Name]) =>
    session.transfer?.({ asset, amount, from, to }, noSignal);

const usdtOf = async ({ session }: OpenPaper, marketType: Name = 'swap') =>
  (await session.balances(marketType, noSignal)).USDT;

describe('a transfer', () => {
  it('moves exactly what is asked, there and back', async () => {
    const trader = await open();
    const move = moving(trader);
    const amount = '0.000000000000000001';
    const moved = await move('USDT', amount, ['spot', 'swap']);
    expect(moved).toEqual({
      kind: 'done',
      transferId: 'transfer-1',
      status: 'completed',
      atMs: paper.bench.clock.now(),
      result: { asset: 'USDT', amount, from: 'spot', to: 'swap' },
    });
    expect(await usdtOf(trader, 'spot')).toMatchObject({ total: '999999.999999999999999999' });
    expect(await usdtOf(trader)).toMatchObject({ total: '1000000.000000000000000001' });
    expect(await move('USDT', amount, ['swap', 'spot'])).toMatchObject({
      transferId: 'transfer-2',
    });
    await trader.session.close();
    const again = paper.open();
    expect(await usdtOf(again, 'spot')).toMatchObject({ total: '1000000' });
    expect(await usdtOf(again)).toMatchObject({ total: '1000000' });
    const rows = await paper.store.db
      .selectFrom('paper_ledger')
      .selectAll()
      .where('kind', '=', 'transfer')
      .where('account', 'like', `%@${1_750_000_000_000 + paper.life}`)
      .execute();
    expect(rows.map(({ entry_id }) => entry_id)).toEqual([1, 2]);
    await again.session.close();
  });

  it('reaches wallets that trading does not need, also in an account of before', async () => {
    const trader = await open();
    await acknowledged(trader.submit(market));
    await trader.session.close();
    // Earlier versions kept no notes and had no such wallet.
    const account = `paper-binance@${1_750_000_000_000 + paper.life}`;
    const engines = paper.store.db.selectFrom('paper_engines').where('account', '=', account);
    const { dump } = await engines.select('dump').executeTakeFirstOrThrow();
    const old = JSON.parse(dump.slice(dump.indexOf('\n') + 1));
    old.accounts = old.accounts.filter(({ accountId }: { accountId: string }) =>
      ['spot', 'swap'].includes(accountId),
    );
    await paper.store.db
      .updateTable('paper_engines')
      .set({ dump: JSON.stringify(old) })
      .where('account', '=', account)
      .execute();
    const again = paper.open();
    const away = { asset: 'BTC', amount: '1.5', from: 'spot', to: 'funding' } as const;
    expect(await again.session.transfer?.(away, noSignal)).toMatchObject({ kind: 'done' });
    const back = { ...away, from: 'funding', to: 'swap', amount: '1.6' } as const;
    expect(await again.session.transfer?.(back, noSignal)).toEqual({
      kind: 'rejected',
      code: 'INSUFFICIENT_BALANCE',
      message: 'at most 1.5 BTC may leave the wallet funding now',
    });
    expect(await again.session.transfer?.({ ...back, amount: '1.5' }, noSignal)).toMatchObject({
      kind: 'done',
    });
    await again.session.close();
  });

  it('takes no more than may leave: margins and losses stay', async () => {
    const trader = await open({ swap: { USDT: '100' } });
    const move = moving(trader);
    await acknowledged(trader.submit(market));
    await paper.show(90);
    // 100 less 0.0505 of fees, 5.05 of margin and a loss of 11.
    const message = 'at most 83.8995 USDT may leave the wallet swap now';
    expect(await move('USDT', '83.8996', ['swap', 'spot'])).toMatchObject({ message });
    expect(await move('USDT', '83.8995', ['swap', 'spot'])).toMatchObject({ kind: 'done' });
    expect(await usdtOf(trader, 'spot')).toMatchObject({ total: '83.8995' });
    expect(await move('DOGE', '1', ['swap', 'spot'])).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    expect(await move('USDT', '0.0000000000000000001', ['spot', 'swap'])).toMatchObject({
      code: 'INVALID',
    });
    expect(await move('USDT', '-1', ['spot', 'swap'])).toMatchObject({ code: 'INVALID' });
    expect(await move('USDT', '1', ['spot', 'spot'])).toMatchObject({ code: 'INVALID' });
    await trader.session.close();
  });
});
