import { describe, expect, it } from 'vitest';
import { gateClient, nowMs, symbolOf } from '../../../../../test/support/gateClient.ts';
import type { VenueLedgerEntry } from '../../perpsPort.ts';
import { bookEntries } from './accountBook.ts';

const noWallet = { label: 'USER_NOT_FOUND', message: 'please transfer funds first' };
const nowSeconds = nowMs / 1_000;
const day = 86_400;

interface Row {
  readonly time: number;
  readonly change: string;
  readonly contract?: string;
  readonly text?: string;
  readonly trade_id?: string;
}

const row = (time: number, change = '-0.5', more: Partial<Row> = {}): Row => ({
  ...{ time, change, contract: 'BTC_USDT', text: 'BTC_USDT', trade_id: '', ...more },
});

/** Answers as the venue does: the newest first, of whole seconds or of their parts. */
function open(rows: readonly Row[], isExact = false) {
  const sorted = [...rows].sort((a, b) => b.time - a.time);
  return gateClient(({ line }) => {
    if (!line.includes('/usdt/')) return noWallet;
    const query = new URLSearchParams(line.split('?')[1]);
    const at = (name: string, other: number) => Number(query.get(name) ?? other);
    const timeOf = ({ time }: Row) => (isExact ? time : Math.floor(time));
    const within = sorted.filter(
      (each) => timeOf(each) >= at('from', 0) && timeOf(each) <= at('to', Number.MAX_VALUE),
    );
    return within.slice(at('offset', 0), at('offset', 0) + at('limit', 100));
  });
}

interface Asked {
  readonly symbol?: string;
  readonly sinceMs?: number;
  readonly limit?: number;
  readonly isExact?: boolean;
}

async function read(rows: readonly Row[], asked: Asked = {}) {
  const { symbol, sinceMs, limit = 100, isExact } = asked;
  const { run, requests } = open(rows, isExact);
  const named = symbol === undefined ? undefined : symbolOf(symbol);
  const query = { marketType: 'swap', symbol: named, sinceMs, limit } as const;
  const entries = await run((call) => bookEntries(call, query, 'fund'));
  const lines = requests.map(({ line }) => line).filter((line) => line.includes('/usdt/'));
  return { entries, lines, count: requests.length };
}

const changes = (entries: readonly VenueLedgerEntry[]) =>
  [...entries].sort((a, b) => a.atMs - b.atMs).map(({ amount }) => amount);

describe('an entry of the account book', () => {
  it('keeps its amount to the last digit, its sign, and the record as it is', async () => {
    const own = row(1_682_294_400.123456, '-0.000010152188');
    const { entries } = await read([own]);
    expect(entries).toEqual([
      {
        id: '1682294400.123456-BTC_USDT--0.000010152188',
        ...{ symbol: 'BTC/USDT:USDT', amount: '-0.000010152188', asset: 'USDT' },
        // A number of more digits than a float holds for sure comes as its text.
        ...{ atMs: 1_682_294_400_123, info: { ...own, time: '1682294400.123456' } },
      },
    ]);
    const long = '12345678901234567.123456789012345678';
    expect((await read([row(1, long)])).entries[0]?.amount).toBe(long);
  });

  it('has an id of its own, also beside the same once more, and the same again later', async () => {
    const same = row(nowSeconds - day);
    const rows = [same, same, row(nowSeconds - day, '-0.6'), row(nowSeconds - 2 * day)];
    const first = await read(rows);
    const ids = first.entries.map(({ id }) => id).sort();
    expect(new Set(ids).size).toBe(4);
    expect(ids.filter((id) => id.endsWith('-2'))).toHaveLength(1);
    const sinceMs = nowMs - 3 * day * 1_000;
    const again = await read([...rows, row(nowSeconds)], { sinceMs });
    expect(again.entries.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const traded = [row(5, '1', { trade_id: '7' }), row(5, '1', { trade_id: '8' })];
    expect((await read(traded)).entries.map(({ id }) => id).sort()).toEqual([
      ...['5-BTC_USDT-1-7', '5-BTC_USDT-1-8'],
    ]);
  });

  it('of an older one names its contract in the text; one of no market has none', async () => {
    const { entries } = await read([
      { time: 3, change: '1', text: 'BTC_USDT:6086261' },
      { time: 2, change: '2', text: 'OLD_USDT' },
      { time: 1, change: '3', text: '' },
    ]);
    expect(entries.map(({ symbol }) => symbol)).toEqual([
      ...['BTC/USDT:USDT', undefined, undefined],
    ]);
  });

  it('of an inverse contract is in the base', async () => {
    const { run, requests } = gateClient(() => [row(1, '0.01', { contract: 'BTC_USD' })]);
    const symbol = symbolOf('BTC/USD:BTC');
    const query = { marketType: 'swap', symbol, sinceMs: undefined, limit: 5 } as const;
    const entries = await run((call) => bookEntries(call, query, 'pnl'));
    expect(entries).toMatchObject([{ symbol, asset: 'BTC', amount: '0.01' }]);
    expect(requests.map(({ line }) => line)).toEqual([
      `GET /futures/btc/account_book?contract=BTC_USD&limit=100&to=${nowSeconds}&type=pnl`,
    ]);
  });
});

describe('the newest entries', () => {
  it('are turned to page by page, until there are enough', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => row(nowSeconds - at * 60, String(-at - 1)));
    const { entries, lines } = await read(rows, { limit: 250, symbol: 'BTC/USDT:USDT' });
    expect(changes(entries).reverse().slice(0, 250)).toEqual(
      rows.slice(0, 250).map(({ change }) => change),
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('offset=100');
  });

  it('of a wallet that is not there are none', async () => {
    const { run } = gateClient(() => noWallet);
    const query = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 5 } as const;
    expect(await run((call) => bookEntries(call, query, 'fund'))).toEqual([]);
  });
});

describe('the first entries after a time', () => {
  const months = Array.from({ length: 900 }, (_, at) =>
    row(nowSeconds - 300 * day + at * 28_800, String(at + 1)),
  );
  const sinceMs = nowMs - 400 * day * 1_000;

  it.each([false, true])(
    'are all there, in spans of time (to the part of a second: %s)',
    async (isExact) => {
      const parts = months.map((each, at) => ({ ...each, time: each.time + (at % 10) / 10 }));
      const { entries, lines } = await read(parts, { sinceMs, limit: 1_000, isExact });
      expect(changes(entries)).toEqual(months.map(({ change }) => change));
      expect(lines.length).toBeLessThan(60);
    },
  );

  it('are no more requests than they need', async () => {
    const { entries, lines } = await read(months.slice(0, 60), { sinceMs, limit: 1_000 });
    expect(entries).toHaveLength(60);
    expect(lines).toEqual([
      `GET /futures/usdt/account_book?from=${sinceMs / 1_000}&limit=100&to=${nowSeconds}&type=fund`,
    ]);
    const few = await read(months, { sinceMs, limit: 20 });
    expect(changes(few.entries).slice(0, 20)).toEqual(
      months.slice(0, 20).map(({ change }) => change),
    );
    expect(few.lines.length).toBeLessThan(10);
  });

  it('are found where hundreds are of the same second', async () => {
    const at = nowSeconds - 10 * day;
    const burst = Array.from({ length: 350 }, (_, index) => row(at, String(index + 1)));
    const { entries } = await read([...burst, row(at + 5 * day, '-7')], {
      ...{ sinceMs: nowMs - 30 * day * 1_000, limit: 1_000 },
    });
    expect(entries).toHaveLength(351);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(351);
  });

  it('begin at the time itself', async () => {
    const rows = [row(nowSeconds - 10, '1'), row(nowSeconds - 9.5, '2'), row(nowSeconds - 9, '3')];
    const { entries } = await read(rows, { sinceMs: nowMs - 9_500 });
    expect(changes(entries)).toEqual(['2', '3']);
  });

  it('are given up where there is no end to them', async () => {
    const { run, requests } = gateClient(() => Array.from({ length: 100 }, () => row(nowSeconds)));
    const query = { marketType: 'swap', symbol: undefined, sinceMs, limit: 5 } as const;
    await expect(run((call) => bookEntries(call, query, 'fund'))).rejects.toThrow(
      'more entries than can be read',
    );
    expect(requests).toHaveLength(100);
  });
});
