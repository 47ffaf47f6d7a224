import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createScriptedProvider,
  silentPriceMetrics,
} from '../../../test/support/prices/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createPricing } from './pricing.ts';

describe('pricing', () => {
  const database = databasePerTest('sqlite');
  const setUp = async () => {
    const clock = createManualClock();
    const provider = createScriptedProvider();
    provider.prices.set('usd:bitcoin', { current_price: 1 });
    const store = await database.open();
    const metrics = silentPriceMetrics;
    const pricing = createPricing({ provider, store, clock, logger: silentLogger, metrics });
    // The kept prices are read first.
    await pricing.tickers.get('usd', []);
    return { clock, provider, store, pricing };
  };

  it('keeps what it has when it is stopped', async () => {
    const { clock, store, pricing } = await setUp();
    const answer = pricing.tickers.get('usd', ['bitcoin']);
    await clock.advance(25);
    await answer;
    const rows = store.db.selectFrom('price_tickers').select('coin_id');
    expect(await rows.execute()).toEqual([]);
    await pricing.stop();
    expect(await rows.execute()).toEqual([{ coin_id: 'bitcoin' }]);
    expect(clock.pending()).toBe(0);
  });

  it('asks nobody once it is stopped', async () => {
    const { clock, provider, pricing } = await setUp();
    const answer = pricing.tickers.get('usd', ['bitcoin']);
    await pricing.stop();
    await clock.advance(25);
    expect(await answer).toMatchObject({
      unknown: ['bitcoin'],
      reason: 'The service is shutting down.',
    });
    expect(provider.asked).toEqual([]);
  });
});
