import { reconciliationEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTrader } from '../../support/app/testService.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(bybitSimulated);

describe('a comparison of an account with a trailing stop, which bears no id of ours', () => {
  let opened: LiveService;
  beforeAll(async () => {
    opened = await openLiveService(bybitSimulated);
  });
  afterAll(() => opened.stop());
  async function differences({ account }: TestTrader) {
    const { method, path: url } = reconciliationEndpoints.compareAccounts;
    const body = { exchange_account_id: account };
    const { status, json } = await opened.service.app.ask({ method, url, body });
    expect(status).toBe(200);
    return json.data.differences;
  }

  it('finds nothing while it waits, and counts its fills to it when it went off', async () => {
    const [, swap] = bybitSimulated.markets;
    if (!swap) throw new Error('the exchange has contracts');
    const trader = await opened.service.trader(swap);
    await differences(trader);
    await trader.take({ order_type: 'market', side: 'buy', quantity: 1 });
    const stop = { order_type: 'trailing_stop', side: 'sell', quantity: 1, trailing_delta: 2 };
    const { order_id } = await trader.take(stop);
    expect(await differences(trader)).toEqual([]);
    await trader.show({ bids: [[90, 10]], asks: [[91, 10]] });
    // The end is a difference only when the comparison reads it before the stream's look-up does.
    const kinds = (await differences(trader)).map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind !== 'order_changed')).toEqual([]);
    expect(await trader.find(order_id)).toMatchObject({ status: 'closed', filled: 1, amount: 1 });
    expect(await differences(trader)).toEqual([]);
  });
});
