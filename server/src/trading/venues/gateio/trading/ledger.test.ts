import { describe, expect, it } from 'vitest';
import {
  gateClient,
  nowMs,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import type { VenueLedgerEntry } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { gateioErrors } from './errors.ts';
import { bookEntries } from './ledger.ts';

const noWallet = { label: 'USER_NOT_FOUND', message: 'please transfer funds first' };
const nowSeconds = nowMs / 1_000;
/** The newest second that is over. */
const endSeconds = nowSeconds - 1;
const day = 86_400;

interface Row {
  readonly time: number;
  readonly change: string;
  readonly contract?: string;
  readonly text?: string;
  readonly trade_id?: string;
  readonly balance?: string;
  readonly id?: string;
}

const row = (time: number, change = '-0.5', more: Partial<Row> = {}): Row => ({
  time,
  change,
  contract: 'BTC_USDT',
  text: 'BTC_USDT',
  trade_id: '',
  balance: '100',
  ...more,
});

/** Answers as the venue does: newest first, with whole seconds or with fractions. */
function open(rows: readonly Row[], isExact = false, late: readonly Row[] = []) {
  const newestFirst = (some: readonly Row[]) => [...some].sort((a, b) => b.time - a.time);
  let sorted = newestFirst(rows);
  return gateClient(({ line }) => {
    if (!line.includes('/usdt/')) return noWallet;
    if (line.includes('offset=')) sorted = newestFirst([...rows, ...late]);
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
  /** Booked after the first page was returned. */
  readonly late?: readonly Row[];
}

async function read(rows: readonly Row[], asked: Asked = {}) {
  const { symbol, sinceMs, limit = 100, isExact, late } = asked;
  const { run, requests } = open(rows, isExact, late);
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
        id: '1682294400.123456-BTC_USDT--0.000010152188-100',
        symbol: 'BTC/USDT:USDT',
        amount: '-0.000010152188',
        asset: 'USDT',
        // A number with more digits than a float surely holds comes as its text.
        atMs: 1_682_294_400_123,
        info: { ...own, time: '1682294400.123456' },
      },
    ]);
    const long = '12345678901234567.123456789012345678';
    expect((await read([row(1, long)])).entries[0]?.amount).toBe(long);
  });

  it('is one where it is told twice, and two beside one that differs in its balance', async () => {
    const same = row(nowSeconds - day);
    const other = { ...same, balance: '99.5' };
    const rows = [same, same, other, row(nowSeconds - day, '-0.6'), row(nowSeconds - 2 * day)];
    const first = await read(rows);
    const ids = first.entries.map(({ id }) => id).sort();
    expect(new Set(ids).size).toBe(4);
    expect(first.entries.filter(({ amount }) => amount === '-0.5')).toHaveLength(3);
    const sinceMs = nowMs - 3 * day * 1_000;
    const again = await read([...rows, row(nowSeconds - 5)], { sinceMs });
    expect(again.entries.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const traded = [row(5, '1', { trade_id: '7' }), row(5, '1', { trade_id: '8' })];
    expect((await read(traded)).entries.map(({ id }) => id).sort()).toEqual([
      '5-BTC_USDT-1-100-7',
      '5-BTC_USDT-1-100-8',
    ]);
    const named = [row(5, '1', { id: '17' }), row(5, '1', { id: '18' })];
    expect((await read(named)).entries).toHaveLength(2);
  });

  it('of an older one names its contract in the text; one of no market has none', async () => {
    const { entries } = await read([
      { time: 3, change: '1', text: 'BTC_USDT:6086261' },
      { time: 2, change: '2', text: 'OLD_USDT' },
      { time: 1, change: '3', text: '' },
    ]);
    expect(entries.map(({ symbol }) => symbol)).toEqual(['BTC/USDT:USDT', undefined, undefined]);
  });

  it('of an inverse contract is in the base', async () => {
    const { run, requests } = gateClient(() => [row(1, '0.01', { contract: 'BTC_USD' })]);
    const symbol = symbolOf('BTC/USD:BTC');
    const query = { marketType: 'swap', symbol, sinceMs: undefined, limit: 5 } as const;
    const entries = await run((call) => bookEntries(call, query, 'pnl'));
    expect(entries).toMatchObject([{ symbol, asset: 'BTC', amount: '0.01' }]);
    expect(requests.map(({ line }) => line)).toEqual([
      `GET /futures/btc/account_book?contract=BTC_USD&limit=100&to=${endSeconds}&type=pnl`,
    ]);
  });
});

describe('the newest entries', () => {
  it('are turned to page by page, until there are enough', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => row(endSeconds - at * 60, String(-at - 1)));
    const { entries, lines } = await read(rows, { limit: 250, symbol: 'BTC/USDT:USDT' });
    expect(changes(entries).reverse().slice(0, 250)).toEqual(
      rows.slice(0, 250).map(({ change }) => change),
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('offset=100');
  });

  it('are told once each where some are booked while pages are turned', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => row(endSeconds - at * 60, String(-at - 1)));
    const late = [row(endSeconds, '-900'), row(endSeconds, '-901')];
    const { entries } = await read(rows, { limit: 150, late });
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(changes(entries).reverse()).toEqual(rows.map(({ change }) => change));
  });

  it('are those of seconds that are over', async () => {
    const rows = [row(nowSeconds, '1'), row(endSeconds, '2'), row(endSeconds - 1, '3')];
    expect(changes((await read(rows)).entries)).toEqual(['3', '2']);
    const since = await read(rows, { sinceMs: nowMs - 5_000 });
    expect(changes(since.entries)).toEqual(['3', '2']);
    expect((await read(rows, { sinceMs: nowMs })).entries).toEqual([]);
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
      `GET /futures/usdt/account_book?from=${sinceMs / 1_000}&limit=100&to=${endSeconds}&type=fund`,
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
      sinceMs: nowMs - 30 * day * 1_000,
      limit: 1_000,
    });
    expect(entries).toHaveLength(351);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(351);
  });

  it('are as many as were asked for, where as many are just before it or told twice', async () => {
    const at = nowSeconds - 10 * day;
    const before = Array.from({ length: 90 }, (_, index) => row(at, String(index + 1)));
    const after = Array.from({ length: 300 }, (_, index) =>
      row(at + 0.5 + index * 600, String(1_000 + index)),
    );
    const sinceMs = at * 1_000 + 500;
    const { entries } = await read([...before, ...after], { sinceMs, limit: 80 });
    expect(changes(entries).slice(0, 80)).toEqual(after.slice(0, 80).map(({ change }) => change));
    const burst = Array.from({ length: 150 }, (_, index) => row(at, String(index + 1)));
    const late = [row(at + 1, '-1'), row(at + 1, '-2')];
    const next = row(at + 2 * day, '7');
    const query = { sinceMs: at * 1_000, limit: 151, late };
    const told = await read([...burst, next], query);
    expect(changes(told.entries)).toContain('7');
  });

  it('begin at the time itself', async () => {
    const rows = [row(nowSeconds - 10, '1'), row(nowSeconds - 9.5, '2'), row(nowSeconds - 9, '3')];
    const { entries } = await read(rows, { sinceMs: nowMs - 9_500 });
    expect(changes(entries)).toEqual(['2', '3']);
  });

  it('are given up where there is no end to them', async () => {
    const { run, requests } = gateClient(() => Array.from({ length: 100 }, () => row(nowSeconds)));
    const query = { marketType: 'swap', symbol: undefined, sinceMs, limit: 5 } as const;
    const reading = run((call) => bookEntries(call, query, 'fund'));
    const error = await reading.catch((thrown: unknown) => thrown);
    // A refused request is not made again.
    expect(failureOf(error, gateioErrors)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('more entries than can be read'),
    });
    expect(requests).toHaveLength(100);
  });
});
