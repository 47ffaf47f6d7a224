import { describe, expect, it } from 'vitest';
import { gateClient, nowMs } from '../../../../../test/support/exchanges/gateio/client.ts';
import type { VenueRebate } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { gateioErrors } from './errors.ts';
import { rebates } from './rebates.ts';

const nowSeconds = nowMs / 1_000;
const day = 86_400;

type Row = Readonly<Record<string, string | number>>;

interface Told {
  /** By folder and type: `/futures/usdt refr`. */
  readonly books?: Readonly<Record<string, readonly Row[]>>;
  readonly spot?: readonly Row[];
  readonly broker?: readonly Row[];
  readonly partner?: readonly Row[];
  readonly agency?: readonly Row[];
  readonly refusal?: object;
  /** Comes in after the first page of brokers. */
  readonly late?: Row;
}

const noProgramme = { label: 'FORBIDDEN', message: 'no such programme' };
const noWallet = { label: 'USER_NOT_FOUND', message: 'please transfer funds first' };

/** Answers as the venue does: newest first, for a limited number of days. */
function open(told: Told) {
  return gateClient(({ line }) => {
    const [target = '', text] = line.replace('GET ', '').split('?');
    const query = new URLSearchParams(text);
    const at = (name: string, other: number) => Number(query.get(name) ?? other);
    const [from, to, limit] = [at('from', 0), at('to', Number.MAX_VALUE), at('limit', 100)];
    const within = (rows: readonly Row[], secondsOf: (row: Row) => number) =>
      rows
        .filter((row) => secondsOf(row) >= from && Math.floor(secondsOf(row)) <= to)
        .sort((a, b) => secondsOf(b) - secondsOf(a));
    const [, programme] = /^\/rebate\/(\w+)/.exec(target) ?? [];
    if (programme || target.startsWith('/spot')) expect(to - from).toBeLessThanOrEqual(30 * day);
    if (programme === 'broker' || programme === 'partner' || programme === 'agency') {
      const given = told[programme];
      if (!given) return told.refusal ?? noProgramme;
      const offset = at('offset', 0);
      const rows = [...given, ...(offset > 0 && told.late ? [told.late] : [])];
      const found = within(rows, (row) => Number(row.commission_time));
      const list = found.slice(offset, offset + limit);
      const answer = { total: found.length, list };
      return programme === 'partner' ? answer : [answer];
    }
    if (target.startsWith('/spot')) {
      const found = within(told.spot ?? [], (row) => Number(row.time) / 1_000);
      const first = (at('page', 1) - 1) * limit;
      return found.slice(first, first + limit);
    }
    if (target.startsWith('/futures/btc')) return noWallet;
    const name = `${target.replace('/account_book', '')} ${query.get('type')}`;
    return within(told.books?.[name] ?? [], (row) => Number(row.time));
  });
}

async function read(told: Told, sinceMs = nowMs - 40 * day * 1_000, limit = 1_000) {
  const { run, requests } = open(told);
  const found = await run((call) => rebates(call, { sinceMs, limit }));
  return { found, lines: requests.map(({ line }) => line) };
}

const brief = (found: readonly VenueRebate[]) =>
  found.map(({ marketType, source, asset, amount }) => [marketType, source, asset, amount]);

const commission = (time: number, more: Row = {}): Row => ({
  commission_time: time,
  user_id: 10_003,
  group_name: '',
  source: 'SPOT',
  commission_amount: '0.5',
  commission_asset: 'USDT',
  ...more,
});

describe('rebates of gate', () => {
  it('are in the books of contracts and of spot', async () => {
    const booked = { time: nowSeconds - day, contract: '', text: '', trade_id: '' };
    const { found } = await read({
      books: {
        '/futures/usdt refr': [{ ...booked, change: '1.250', balance: '7', type: 'refr' }],
        '/futures/usdt point_refr': [{ ...booked, change: '3', balance: '7', type: 'point_refr' }],
        '/delivery/usdt refr': [{ ...booked, change: '-0.1', balance: '7', type: 'refr' }],
      },
      spot: [
        {
          id: '123',
          time: nowMs - 5_500,
          currency: 'GT',
          change: '0.0070',
          balance: '1',
          type: 'referral_fee',
        },
      ],
    });
    expect(brief(found)).toEqual([
      ['swap', 'refr', 'USDT', '1.25'],
      ['swap', 'point_refr', 'POINT', '3'],
      ['future', 'refr', 'USDT', '-0.1'],
      ['spot', 'referral_fee', 'GT', '0.007'],
    ]);
    expect(found[3]).toMatchObject({ id: 'referral_fee:123', atMs: nowMs - 5_500 });
    expect(found[0]).not.toHaveProperty('symbol');
    expect(new Set(found.map(({ id }) => id)).size).toBe(4);
  });

  it('are what programmes pay: in dollars to brokers, in the asset to others', async () => {
    const time = nowSeconds - day;
    const { found } = await read({
      broker: [
        {
          commission_time: time,
          user_id: 7,
          group_name: '',
          amount: '0.1',
          fee: '0.4',
          fee_asset: 'BTC',
          rebate_fee: '9.50',
          source: 'FUTURES',
          currency_pair: 'BTC_USDT',
        },
      ],
      partner: [commission(time)],
      agency: [commission(time, { commission_asset: 'GT' })],
    });
    expect(brief(found)).toEqual([
      ['swap', 'broker:FUTURES', 'USDT', '9.5'],
      ['spot', 'partner:SPOT', 'USDT', '0.5'],
      ['spot', 'agency:SPOT', 'GT', '0.5'],
    ]);
    expect(found[0]?.atMs).toBe(time * 1_000);
  });

  it('that are alike to the second are as many, with the same names at each reading', async () => {
    const time = nowSeconds - 2 * day;
    const partner = [commission(time), commission(time), commission(time + 1), commission(time)];
    const { found } = await read({ partner });
    const ids = found.map(({ id }) => id).sort();
    expect(new Set(ids).size).toBe(4);
    const later = await read({ partner: [...partner, commission(time + day)] }, time * 1_000);
    expect(later.found.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(later.found).toHaveLength(5);
    const after = await read({ partner }, time * 1_000 + 1);
    expect(ids).toContain(after.found[0]?.id);
    expect(after.found).toHaveLength(1);
  });

  it('of many months are all there, in spans that the venue takes', async () => {
    const partner = Array.from({ length: 430 }, (_, at) =>
      commission(nowSeconds - 300 * day + at * 7_200, { user_id: at }),
    );
    const { found, lines } = await read({ partner }, nowMs - 350 * day * 1_000);
    expect(found).toHaveLength(430);
    expect(lines.filter((line) => line.includes('/partner/')).length).toBeLessThan(30);
  });

  it('of an hour with more than a page are turned to, and read again where one comes in', async () => {
    const broker = Array.from({ length: 250 }, (_, at) =>
      commission(nowSeconds - day + at, { user_id: at }),
    );
    const { found } = await read({ broker });
    expect(found).toHaveLength(250);
    const late = commission(nowSeconds - day);
    const error = await read({ broker, late }).catch((thrown: unknown) => thrown);
    expect(failureOf(error, gateioErrors)).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('came in while'),
    });
  });

  it('of more than a year ago are not asked for', async () => {
    const partner = [commission(nowSeconds - 400 * day), commission(nowSeconds - 300 * day)];
    const { found } = await read({ partner }, 0);
    expect(found.map(({ atMs }) => atMs)).toEqual([nowMs - 300 * day * 1_000]);
  });

  it('of programmes the account is not in are none, whatever the refusal is called', async () => {
    expect((await read({})).found).toEqual([]);
    const refusal = { label: 'NOT_A_PARTNER', message: 'never heard of' };
    expect((await read({ refusal })).found).toEqual([]);
  });

  it.each(['TOO_MANY_REQUESTS', 'SERVER_ERROR', 'INVALID_KEY'])(
    'are not none where the answer is %s',
    async (label) => {
      await expect(read({ refusal: { label, message: 'no' } })).rejects.toThrow(label);
    },
  );
});
