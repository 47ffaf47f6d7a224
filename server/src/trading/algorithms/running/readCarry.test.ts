import { expect, test } from 'vitest';
import { newAccount, venueOf } from '../../../../test/support/accounts/fixture.ts';
import { oneWorld } from '../../../../test/support/algorithms/oneWorld.ts';
import type { Account } from '../../model/account.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { EntriesQuery, Perps } from '../../perps/types.ts';
import type { VenueFundingRate, VenueLedgerEntry, VenuePosition } from '../../venues/perpsPort.ts';
import type { LegTerms } from '../algorithm.ts';
import { createReadCarry } from './readCarry.ts';

const spot = 'BTC/USDT' as InstrumentSymbol;
const perp = 'BTC/USDT:USDT' as InstrumentSymbol;
const account = { ...newAccount(), venue: venueOf('binance') } as unknown as Account;
const accountIds = [account.id];
const legs: readonly LegTerms[] = [
  { symbol: spot, side: 'buy', accountIds },
  { symbol: perp, side: 'sell', accountIds },
];

interface Scene {
  readonly rate?: Partial<VenueFundingRate>;
  readonly positions?: readonly Partial<VenuePosition>[];
  readonly payments?: readonly Partial<VenueLedgerEntry>[];
  readonly halted?: boolean;
  readonly isActive?: boolean;
}

function open({ rate, positions = [], payments = [], halted = false, isActive = true }: Scene) {
  const pages: EntriesQuery[] = [];
  const own = { ...account, halted };
  const known = { rate: 0.0001, nextRate: undefined, windowHours: 8, nextFundingMs: undefined };
  const prices = { markPrice: 100, indexPrice: 100, atMs: 0 };
  const found = { account: own, symbol: perp, isCached: false };
  const read = createReadCarry({
    perps: {
      fundingRate: async () => ({ ...found, rate: { ...known, ...prices, ...rate } }),
      positions: async () => ({ account: own, positions: positions as VenuePosition[] }),
      async fundingPayments(query) {
        pages.push(query);
        const since = payments.filter(({ atMs = 0 }) => atMs >= (query.sinceMs ?? 0));
        const entries = since.slice(0, query.limit) as VenueLedgerEntry[];
        return { account: own, symbol: perp, entries };
      },
    } satisfies Pick<Perps, 'fundingRate' | 'positions' | 'fundingPayments'>,
    accounts: { find: async () => own },
    worldOf: oneWorld({ markets: { rulesOf: () => ({ isActive }) as never } }),
    clock: { now: () => 7 },
  });
  return { pages, read: (sinceMs?: number) => read({ legs, sinceMs }) };
}

const paid = (atMs: number, amount: string, changes: Partial<VenueLedgerEntry> = {}) => ({
  id: `p${atMs}`,
  symbol: perp,
  amount,
  asset: 'USDT',
  atMs,
  ...changes,
});

test('says what the next funding pays a short position, in percent a year', async () => {
  const { atMs, predictedAprPct, collected, halted } = await open({}).read();
  expect([atMs, collected, halted]).toEqual([7, 0, undefined]);
  expect(predictedAprPct).toBeCloseTo(0.0001 * 3 * 365 * 100, 9);
  const next = await open({ rate: { nextRate: -0.0002, windowHours: 4 } }).read();
  expect(next.predictedAprPct).toBeCloseTo(-0.0002 * 6 * 365 * 100, 9);
});

test('tells the liquidation price of the short position alone', async () => {
  const long = { symbol: perp, side: 'long', liquidationPrice: 50 } as const;
  const short = { symbol: perp, side: 'short', liquidationPrice: 150 } as const;
  expect((await open({ positions: [long, short] }).read()).liquidationPrice).toBe(150);
  expect((await open({ positions: [long] }).read()).liquidationPrice).toBeUndefined();
});

test('sums the payments of the ledger exactly, each once over all pages', async () => {
  const payments = Array.from({ length: 250 }, (_, at) => paid(Math.floor(at / 2), '0.1'));
  const named = payments.map((payment, at) => ({ ...payment, id: `p${at}` }));
  const { pages, read } = open({ payments: [...named, paid(200, '5', { asset: 'BNB' })] });
  expect((await read(0)).collected).toBe(25);
  expect(pages.map(({ sinceMs }) => sinceMs)).toEqual([0, 49, 98]);
});

test('reads no payments before there is a position', async () => {
  const { pages, read } = open({ payments: [paid(1, '3')] });
  expect((await read()).collected).toBe(0);
  expect(pages).toEqual([]);
});

test('tells why a leg takes no orders', async () => {
  expect((await open({ halted: true }).read()).halted).toContain('is halted');
  expect((await open({ isActive: false }).read()).halted).toContain(
    'is not accepting orders in BTC/USDT',
  );
});
