import { beforeEach, expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { makeTicker } from '../../../test/support/prices/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import type { Store } from '../../store/types.ts';
import { createCoinListStore } from './coinListStore.ts';
import { type KnownTicker, tickersMax } from './tickerMemory.ts';
import { createTickerStore } from './tickerStore.ts';

const dayMs = 86_400_000;

eachDatabase('kept prices', (database) => {
  let clock = createManualClock();
  beforeEach(() => {
    clock = createManualClock();
  });
  const keepOn = (store: Store) => createTickerStore({ store, clock, logger: silentLogger });
  const known = (id: string, price: number, fetchedAtMs = clock.now()): KnownTicker => ({
    ticker: makeTicker(id, { current_price: price }),
    fetchedAtMs,
  });
  const readBack = async (store: Store) => {
    const found: [string, KnownTicker][] = [];
    await keepOn(store).load((vsCurrency, one) => found.push([vsCurrency, one]));
    return found;
  };

  it('come back as they were, the latest of each', async () => {
    const store = await database.open();
    const keep = keepOn(store);
    keep.save('usd', [known('bitcoin', 1), known('ethereum', 2)]);
    keep.save('eur', [known('bitcoin', 3)]);
    await keep.stop();
    const latest = known('bitcoin', 4, clock.now() + 5);
    keep.save('usd', [latest]);
    await keep.stop();
    expect(await readBack(await database.open())).toEqual([
      ['eur', known('bitcoin', 3)],
      ['usd', latest],
      ['usd', known('ethereum', 2)],
    ]);
  });

  it('are written a second after they came, without anybody waiting', async () => {
    const store = await database.open();
    keepOn(store).save('usd', [known('bitcoin', 1)]);
    expect(await readBack(store)).toEqual([]);
    await clock.advance(1_000);
    await expect.poll(() => readBack(store)).toHaveLength(1);
  });

  it('are read page by page, and what cannot be read is left out', async () => {
    const store = await database.open();
    const keep = keepOn(store);
    keep.save(
      'usd',
      Array.from({ length: 1_201 }, (_, i) => known(`coin-${i}`, i)),
    );
    await keep.stop();
    await store.db
      .updateTable('price_tickers')
      .set({ ticker_json: '{"id":' })
      .where('coin_id', '=', 'coin-700')
      .execute();
    const ids = (await readBack(store)).map(([, { ticker }]) => ticker.id);
    expect(new Set(ids).size).toBe(1_200);
    expect(ids).not.toContain('coin-700');
  });

  it('are forgotten after a month', async () => {
    const store = await database.open();
    const keep = keepOn(store);
    keep.save('usd', [
      known('old', 1, clock.now() - 30 * dayMs - 1),
      known('young', 1, clock.now() - 30 * dayMs),
    ]);
    await keep.stop();
    expect((await readBack(store)).map(([, { ticker }]) => ticker.id)).toEqual(['young']);
    const rows = await store.db.selectFrom('price_tickers').select('coin_id').execute();
    expect(rows).toHaveLength(1);
  });

  it('are no more than memory holds, the newest', async () => {
    const store = await database.open();
    const keep = keepOn(store);
    const nowMs = clock.now();
    for (const [currency, fromMs] of [
      ['usd', 0],
      ['eur', 1],
    ] as const) {
      keep.save(
        currency,
        Array.from({ length: tickersMax / 2 + 1 }, (_, i) =>
          known(`c${i}`, 1, nowMs - 2 * i - fromMs),
        ),
      );
      await keep.stop();
    }
    const kept = await readBack(store);
    expect(kept).toHaveLength(tickersMax);
    const oldest = Math.min(...kept.map(([, { fetchedAtMs }]) => fetchedAtMs));
    expect(nowMs - oldest).toBe(tickersMax - 1);
  });

  it('still wait when they change while they are being written', async () => {
    const store = await database.open();
    const keep = keepOn(store);
    keep.save('usd', [known('bitcoin', 1)]);
    const stopped = keep.stop();
    // The write has begun; the newer price comes before it ends.
    await Promise.resolve();
    keep.save('usd', [known('bitcoin', 2)]);
    await stopped;
    expect(await readBack(store)).toEqual([['usd', known('bitcoin', 2)]]);
  });

  it('are written later when they cannot be now', async () => {
    const store = await database.open();
    const keep = keepOn(store);
    await store.db.schema.alterTable('price_tickers').renameTo('elsewhere').execute();
    keep.save('usd', [known('bitcoin', 1)]);
    await clock.advance(1_000);
    await expect.poll(() => clock.pending()).toBe(1);
    await store.db.schema.alterTable('elsewhere').renameTo('price_tickers').execute();
    await clock.advance(10_000);
    await expect.poll(() => readBack(store)).toHaveLength(1);
  });

  it('wait to be written until the process owns the engine', async () => {
    const store = await database.open();
    const old = known('old', 1, clock.now() - 31 * dayMs);
    const before = keepOn(store);
    before.save('usd', [old]);
    await before.stop();
    const rows = () => store.db.selectFrom('price_tickers').select('coin_id').execute();
    let isOwner = false;
    const mayWrite = () => isOwner;
    const keep = createTickerStore({ store, clock, logger: silentLogger, mayWrite });
    const loaded: KnownTicker[] = [];
    await keep.load((_, one) => loaded.push(one));
    expect(loaded).toEqual([old]);
    keep.save('usd', [known('bitcoin', 2)]);
    await clock.advance(60_000);
    expect(await rows()).toEqual([{ coin_id: 'old' }]);
    isOwner = true;
    await keep.stop();
    expect(await rows()).toEqual(expect.arrayContaining([{ coin_id: 'bitcoin' }]));
  });

  it('leave the service running when the database does not answer', async () => {
    const store = await database.open();
    const keep = keepOn(store);
    await store.close();
    expect(await readBack(store)).toEqual([]);
    keep.save('usd', [known('bitcoin', 1)]);
    await keep.stop();
    expect(await createCoinListStore(store, { logger: silentLogger }).load()).toBeUndefined();
  });

  it('go with the list of coins, of which the last one stays', async () => {
    const store = await database.open();
    const lists = createCoinListStore(store, { logger: silentLogger });
    expect(await lists.load()).toBeUndefined();
    await lists.save({ ids: new Map([['abc', 'first']]), fetchedAtMs: 1 });
    const list = { ids: new Map([['abc', 'second']]), fetchedAtMs: 2 };
    await lists.save(list);
    expect(await lists.load()).toEqual(list);
  });
});
