import { describe, expect, it } from 'vitest';
import {
  type KrakenAnswer,
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import type { LedgerQuery } from '../../../perpsPort.ts';
import { failureOf } from '../../../shared/live/failures.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { krakenFuturesErrors } from './errors.ts';
import { futuresFundingPayments, futuresRealizedPnl } from './ledger.ts';

const query: LedgerQuery = {
  marketType: 'swap',
  symbol: undefined,
  sinceMs: undefined,
  limit: 100,
};
const atMs = Date.parse('2023-11-14T22:00:00.000Z');

/** A row as in the log; it has more fields than are read. */
function row(id: number, fields: object = {}): object {
  return {
    id,
    booking_uid: 'one of several',
    date: new Date(atMs + id).toISOString(),
    asset: 'usd',
    contract: 'pf_xbtusd',
    info: 'funding rate change',
    realized_funding: -0.5,
    realized_pnl: null,
    margin_account: 'flex',
    ...fields,
  };
}

const page = (from: number, to: number, fields: object = {}) => {
  const step = from < to ? 1 : -1;
  const count = Math.abs(to - from) + 1;
  return Array.from({ length: count }, (_, at) => row(from + at * step, fields));
};

const speak = (...pages: readonly (readonly object[])[]) =>
  openKrakenDialect(
    krakenFuturesDialect,
    pages.map((logs): KrakenAnswer => ({ body: { accountUid: 'of the account', logs } })),
  );

describe('payments of funding', () => {
  it('are asked for newest first, in exact text', async () => {
    const body = `{"accountUid":"a","logs":[{"id":16,"date":"2026-09-17T12:00:00.000Z",
      "asset":"usd","contract":"pf_dogeusd","info":"funding rate change",
      "realized_funding":-0.000200000000000000001}]}`;
    const { run, wire } = await openKrakenDialect(krakenFuturesDialect, [{ body }]);
    expect(await run((call) => futuresFundingPayments(call, query))).toEqual([
      {
        id: '16',
        symbol: 'DOGE/USD:USD',
        amount: '-0.000200000000000000001',
        asset: 'USD',
        atMs: Date.parse('2026-09-17T12:00:00.000Z'),
        info: expect.objectContaining({ id: 16, contract: 'pf_dogeusd' }),
      },
    ]);
    expect(wire).toEqual([
      {
        method: 'GET',
        address: 'futures.kraken.com/api/history/v3/account-log',
        fields: { sort: 'desc', count: '1000' },
      },
    ]);
  });

  it('are those of the market type and the symbol, and in the asset of the wallet', async () => {
    const rows = [
      row(9, { contract: 'pi_xbtusd', asset: 'xbt', realized_funding: 1e-8 }),
      row(8, { contract: 'ff_xbtusd_231229' }),
      row(7, { contract: 'pf_ltcusd' }),
      row(6, { contract: 'pv_xrpxbt', asset: 'xbt' }),
      row(5, { realized_funding: 0 }),
      row(4, { realized_funding: null }),
    ];
    const asked = async (more: Partial<LedgerQuery>) => {
      const { run } = await speak(rows);
      const found = await run((call) => futuresFundingPayments(call, { ...query, ...more }));
      return found.map(({ symbol, amount, asset }) => [symbol, amount, asset]);
    };
    expect(await asked({})).toEqual([
      ['BTC/USD:BTC', '0.00000001', 'BTC'],
      ['LTC/USD:USD', '-0.5', 'USD'],
      [undefined, '-0.5', 'BTC'],
    ]);
    expect(await asked({ marketType: 'future' })).toEqual([['BTC/USD:USD-231229', '-0.5', 'USD']]);
    expect(await asked({ symbol: symbolOf('LTC/USD:USD') })).toEqual([
      ['LTC/USD:USD', '-0.5', 'USD'],
    ]);
  });

  it('stand at trades too, as a position that changes settles what ran up before the hour', async () => {
    const trade = { info: 'futures trade', realized_pnl: -0.0042, realized_funding: -0.00013 };
    const { run } = await speak([
      row(9, trade),
      // The row of the size repeats it.
      row(8, { ...trade, asset: 'pf_xbtusd' }),
      row(7, { ...trade, realized_funding: 0 }),
      row(6, { ...trade, info: 'futures liquidation', realized_funding: 0.25 }),
      row(5),
    ]);
    const found = await run((call) => futuresFundingPayments(call, query));
    expect(found.map(({ id, amount, asset }) => [id, amount, asset])).toEqual([
      ['9', '-0.00013', 'USD'],
      ['6', '0.25', 'USD'],
      ['5', '-0.5', 'USD'],
    ]);
  });

  it('of a long time come in pages, from the time on', async () => {
    const { run, wire } = await speak(page(1, 1_000), page(1_000, 1_999), page(1_999, 2_100));
    const since = { ...query, sinceMs: atMs + 1, limit: 2_050 };
    const found = await run((call) => futuresFundingPayments(call, since));
    expect(found.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 2_100 }, (_, i) => i + 1),
    );
    expect(wire.map(({ fields }) => [fields.sort, fields.since, fields.from])).toEqual([
      ['asc', String(atMs), undefined],
      ['asc', String(atMs), '1000'],
      ['asc', String(atMs), '1999'],
    ]);
  });

  it('are read back in time until there are enough, whether a page begins with the last row', async () => {
    const { run, wire } = await speak(page(5_000, 4_001), page(4_000, 3_001));
    const found = await run((call) => futuresFundingPayments(call, { ...query, limit: 1_200 }));
    expect([found.length, found.at(-1)?.id]).toEqual([2_000, '3001']);
    expect(wire[1]?.fields).toMatchObject({ sort: 'desc', to: '4001' });
  });

  it('end where a page has nothing new', async () => {
    const { run, wire } = await speak(page(1_000, 1), page(1_000, 1));
    const asked = { ...query, limit: 1_001 };
    expect(await run((call) => futuresFundingPayments(call, asked))).toHaveLength(1_000);
    expect(wire).toHaveLength(2);
  });

  it('before the time are left out, though the question is a little wider', async () => {
    const { run } = await speak([row(0), row(1), row(2)]);
    const asked = { ...query, sinceMs: atMs + 1 };
    const found = await run((call) => futuresFundingPayments(call, asked));
    expect(found.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('are not claimed to be all beyond twenty pages', async () => {
    const pages = Array.from({ length: 20 }, (_, at) => page(at * 1_000 + 1, (at + 1) * 1_000));
    const { run, wire } = await speak(...pages);
    const asked = { ...query, sinceMs: 0, symbol: symbolOf('LTC/USD:USD') };
    const error = await run((call) => futuresFundingPayments(call, asked)).catch((e: unknown) => e);
    // The request is refused, and so not made once more.
    expect(failureOf(error, krakenFuturesErrors)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('more than 20000 rows'),
    });
    expect(wire).toHaveLength(20);
  });

  it('are not known where the exchange gives no log', async () => {
    const { run } = await openKrakenDialect(krakenFuturesDialect, [{ body: { accountUid: 'a' } }]);
    await expect(run((call) => futuresFundingPayments(call, query))).rejects.toThrow(
      'no account log',
    );
  });
});

describe('profits taken', () => {
  it('are of rows of every kind, once for each trade, without what took none', async () => {
    const trade = { info: 'futures trade', realized_funding: null, realized_pnl: -0.0042 };
    const { run, wire } = await speak([
      row(9, trade),
      row(8, { ...trade, asset: 'pf_xbtusd' }),
      row(7, { ...trade, info: 'futures liquidation', realized_pnl: -12.5 }),
      row(6, { ...trade, realized_pnl: 0 }),
      row(5),
      row(4, { info: 'transfer', contract: null, realized_funding: null }),
      row(3, { ...trade, contract: 'pi_xbtusd', asset: 'xbt', realized_pnl: 0.00001 }),
    ]);
    const found = await run((call) => futuresRealizedPnl(call, query));
    expect(found.map(({ id, symbol, amount, asset }) => [id, symbol, amount, asset])).toEqual([
      ['9', 'BTC/USD:USD', '-0.0042', 'USD'],
      ['7', 'BTC/USD:USD', '-12.5', 'USD'],
      ['3', 'BTC/USD:BTC', '0.00001', 'BTC'],
    ]);
    expect(wire[0]?.fields).toEqual({ sort: 'desc', count: '1000' });
  });
});
