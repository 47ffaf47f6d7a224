import { describe, expect, it } from 'vitest';
import { orderRow } from '../../test/support/databases/kept/rows.ts';
import { progressOf, statusTurns } from './orderProgress.ts';
import type { OrderRow, OrderStatus, OutcomeRow } from './schema.ts';

function rowOf(changes: Partial<OrderRow> = {}): OrderRow {
  return orderRow('order-1', {
    symbol: 'BTC/USDT',
    market_type: 'spot',
    order_type: 'limit',
    price: '10',
    reserved_micro: 30_000_000,
    created_at_ms: 100,
    venue_order_id: 'v-1',
    updated_at_ms: 100,
    version: 4,
    ...changes,
  });
}

function wordOf(changes: Partial<OutcomeRow> = {}): OutcomeRow {
  return {
    order_status: 'open',
    venue_order_id: null,
    quantity_filled: null,
    avg_fill_price: null,
    cost: null,
    fee: null,
    fee_currency: null,
    reject_code: null,
    reason: null,
    last_traded_timestamp: null,
    at_ms: 200,
    ...changes,
  };
}

const filledOne = { quantity_filled: '1', avg_fill_price: 9, cost: '9', fee: '0.1' };
const filledTwo = { quantity_filled: '2', avg_fill_price: 9.5, cost: '19', fee: '0.2' };

// From (rows) to (columns): what stands in the end without fills, and with some. "." = as it was.
const columns = [
  'pending',
  'unknown',
  'open',
  'closed',
  'canceled',
  'expired',
  'rejected',
] as const;
const table = `
  pending    . U O C X E R   . U O C X E X
  unknown    . . O C X E R   . . O C X E X
  open       . . . C X E R   . . . C X E X
  closed     . . . . . . .   . . . . . . .
  canceled   . . . . . . .   . . . . . . .
  expired    . . . . . . .   . . . . . . .
  rejected   . . . . . . .   . . . . . . .`;
const letters: Readonly<Record<string, OrderStatus>> = {
  U: 'unknown',
  O: 'open',
  C: 'closed',
  X: 'canceled',
  E: 'expired',
  R: 'rejected',
};

const cells = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [from, ...outcomes] = line.trim().split(/\s+/);
    return outcomes.map((letter, index) => ({
      from: from as OrderStatus,
      said: columns[index % columns.length] as OrderStatus,
      isFilled: index >= columns.length,
      becomes: letters[letter] ?? (from as OrderStatus),
    }));
  });

describe('the status of an order', () => {
  it('has a turn for every pair of statuses', () => {
    expect(cells).toHaveLength(7 * 7 * 2);
    expect(Object.values(statusTurns).flatMap((turns) => Object.keys(turns))).toHaveLength(49);
  });

  it.each(cells)('$from that hears $said (filled: $isFilled) is $becomes', (cell) => {
    const row = rowOf({ order_status: cell.from, ...(cell.isFilled && filledOne) });
    const next = progressOf(row, wordOf({ order_status: cell.said }));
    expect(next.order_status).toBe(cell.becomes);
    const isFinal = !['pending', 'unknown', 'open'].includes(cell.becomes);
    expect(next.settled_micro).toBe(isFinal ? (cell.isFilled ? 9_000_000 : 0) : null);
  });

  it.each(['pending', 'unknown', 'open'] as const)(
    'is never rejected with a fill: from %s it is canceled, in whatever order both are told',
    (order_status) => {
      const row = rowOf({ order_status });
      const refused = wordOf({ order_status: 'rejected', reject_code: 'WOULD_TAKE' });
      const filled = wordOf({ order_status: 'open', ...filledOne });
      const orders = [
        progressOf(row, { ...refused, ...filledOne }),
        progressOf(progressOf(row, refused), filled),
        progressOf(progressOf(row, filled), refused),
        progressOf(progressOf(progressOf(row, filled), refused), { ...refused, ...filledOne }),
      ];
      for (const order of orders) {
        expect(order).toMatchObject({ order_status: 'canceled', ...filledOne, reject_code: null });
        expect(order.settled_micro).toBe(9_000_000);
      }
    },
  );

  it('is closed at a rejection once all of it has filled', () => {
    const whole = { quantity_filled: '3', avg_fill_price: 9, cost: '27' };
    const word = wordOf({ order_status: 'rejected', ...whole });
    expect(progressOf(rowOf(), word)).toMatchObject({ order_status: 'closed', ...whole });
  });
});

describe('the fills of an order', () => {
  it('grow with the word that has more, and never shrink, whatever the clocks say', () => {
    const two = progressOf(rowOf(), wordOf({ ...filledTwo, at_ms: 300 }));
    expect(progressOf(two, wordOf({ ...filledOne, at_ms: 400 }))).toBe(two);
    const early = progressOf(rowOf({ updated_at_ms: 500 }), wordOf({ ...filledTwo, at_ms: 300 }));
    expect(early).toMatchObject({ ...filledTwo, updated_at_ms: 500 });
  });

  it('are compared to the last digit', () => {
    const row = rowOf({ quantity_filled: '0.100000000000000001', cost: '1' });
    const less = wordOf({ quantity_filled: '0.1', cost: '2' });
    expect(progressOf(row, less)).toBe(row);
    const more = wordOf({ quantity_filled: '0.1000000000000000010001', cost: '2', at_ms: 1 });
    expect(progressOf(row, more).cost).toBe('2');
  });

  it('of a final order still grow, and its settlement with them', () => {
    const gone = progressOf(rowOf(), wordOf({ order_status: 'canceled', ...filledOne }));
    const late = progressOf(gone, wordOf({ order_status: 'closed', ...filledTwo }));
    expect(late).toMatchObject({ order_status: 'canceled', ...filledTwo });
    expect([gone.settled_micro, late.settled_micro]).toEqual([9_000_000, 19_000_000]);
  });

  it('of a rejected order count nevertheless', () => {
    const refused = progressOf(
      rowOf({ order_status: 'pending' }),
      wordOf({ order_status: 'rejected' }),
    );
    expect(refused.settled_micro).toBe(0);
    const late = progressOf(refused, wordOf({ order_status: 'open', ...filledOne }));
    // It was taken: only the rest of it can have been refused.
    expect(late).toMatchObject({ order_status: 'canceled', settled_micro: 9_000_000 });
  });

  it.each(['canceled', 'expired'] as const)(
    'close an order that filled whole and is told as %s then',
    (order_status) => {
      const whole = { quantity_filled: '3', avg_fill_price: 9, cost: '27' };
      const open = rowOf({ order_status: 'open' });
      const before = progressOf(open, wordOf({ order_status: 'open', ...whole }));
      for (const row of [open, before]) {
        const ended = progressOf(row, wordOf({ order_status, ...whole, reason: 'by its owner' }));
        expect(ended).toMatchObject({ order_status: 'closed', ...whole, reason: null });
      }
    },
  );

  it.each(['canceled', 'expired', 'rejected'] as const)(
    'close an order that ended as %s once they are whole',
    (order_status) => {
      const row = rowOf({ order_status, settled_micro: 0, reject_code: 'SOME_CODE' });
      const whole = { quantity_filled: '3.000', avg_fill_price: 9, cost: '27', fee: '0.3' };
      const late = progressOf(
        row,
        wordOf({ order_status: 'closed', ...whole, reason: 'by fills' }),
      );
      expect(late).toMatchObject({ order_status: 'closed', ...whole, settled_micro: 27_000_000 });
      expect(late.reason).toBe('by fills');
      expect(late.reject_code).toBe(order_status === 'rejected' ? null : 'SOME_CODE');
      expect(progressOf(late, wordOf({ order_status, quantity_filled: '0' }))).toBe(late);
    },
  );

  it('take a later fee of the same quantity, and no earlier one', () => {
    const row = rowOf({ ...filledOne, updated_at_ms: 200 });
    const later = wordOf({ ...filledOne, fee: '0.3', fee_currency: 'BNB', at_ms: 200 });
    expect(progressOf(row, later)).toMatchObject({ fee: '0.3', fee_currency: 'BNB' });
    expect(progressOf(row, { ...later, at_ms: 199 })).toBe(row);
  });

  it('keep the time of the latest trade', () => {
    const row = rowOf({ last_traded_timestamp: 90 });
    const word = wordOf({ ...filledOne, last_traded_timestamp: 80 });
    expect(progressOf(row, word).last_traded_timestamp).toBe(90);
  });
});

describe('what an order settles to', () => {
  it.each([
    [{ cost: '0.0000001', quote_usd: 1 }, 1],
    [{ cost: '1.0000001', quote_usd: 1 }, 1_000_001],
    [{ cost: '0.1', quote_usd: 0.3 }, 30_000],
    [{ cost: '3', quote_usd: 1e-7 }, 1],
    [{ cost: '-5', quote_usd: 1 }, 0],
    [{ cost: '1e40', quote_usd: 1 }, 1e15],
    [{ cost: '7', quote_usd: 1, reserved_micro: 0 }, 0],
  ])('%o is %d millionths of a dollar', (changes, micro) => {
    const next = progressOf(rowOf(changes), wordOf({ order_status: 'canceled' }));
    expect(next.settled_micro).toBe(micro);
  });
});

describe('a word on an order', () => {
  it('changes nothing when it comes again, at once or after later ones', () => {
    const words = [
      wordOf({ venue_order_id: 'v-2', reason: 'first', at_ms: 110 }),
      wordOf({ ...filledOne, reason: 'second', at_ms: 120 }),
      wordOf({ order_status: 'canceled', ...filledTwo, reason: 'third', at_ms: 130 }),
    ];
    let row = rowOf({ order_status: 'pending', venue_order_id: null });
    for (const [index, word] of words.entries()) {
      row = progressOf(row, word);
      for (const earlier of words.slice(0, index + 1)) expect(progressOf(row, earlier)).toBe(row);
    }
    expect(row).toMatchObject({ order_status: 'canceled', ...filledTwo, reason: 'third' });
    expect(row).toMatchObject({ version: 7, updated_at_ms: 130, venue_order_id: 'v-2' });
  });

  it('that comes late still tells the venue id, and no reason', () => {
    const row = rowOf({ order_status: 'closed', settled_micro: 0, venue_order_id: null });
    const next = progressOf(row, wordOf({ venue_order_id: 'v-9', reason: 'resting', at_ms: 1 }));
    expect(next).toMatchObject({ order_status: 'closed', venue_order_id: 'v-9', reason: null });
    expect(progressOf(next, wordOf({ venue_order_id: 'v-8' })).venue_order_id).toBe('v-9');
  });

  it('of amounts that are none is a fault', () => {
    expect(() => progressOf(rowOf(), wordOf({ quantity_filled: 'NaN' }))).toThrow('decimal text');
  });
});
