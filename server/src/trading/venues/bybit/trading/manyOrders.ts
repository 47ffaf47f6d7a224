import { type InstrumentSymbol, symbolParts } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall, LookupMany, ManyOutcome } from '../../shared/live/dialect.ts';
import { type FillSums, sumsOf } from '../../shared/live/shapes.ts';
import type { OrderRef, VenueFill } from '../../venuePort.ts';
import { executionPages, fillOf } from './fills.ts';
import { legIn } from './legs.ts';
import { type OpenList, recentPages } from './orderLists.ts';
import { categoryOf, ownId, textAt } from './rows.ts';
import { ownSums, stateWith } from './states.ts';

/** A page of orders. */
const ordersMax = 50;
/**
 * Maximum number of pages of each list: 200 orders and 400 fills. An order further back is looked
 * up separately, so that other programs' orders cannot make this cost more than that.
 */
const pagesMax = 4;

/**
 * Looks up many orders by three lists: the open orders, those that ended recently, and the fills. A
 * key has ten reads a second and a separate look-up takes two, so the hundreds of orders that a
 * sweep or a takeover leaves would take minutes.
 */
export const bybitMany: LookupMany = {
  ordersMax,
  async look(call, refs) {
    const outcomes = new Map<string, ManyOutcome>();
    for (const own of Map.groupBy(refs, ({ symbol }) => listKey(symbol)).values()) {
      // One order costs less separately.
      if (own.length < 2) continue;
      for (const found of await withSums(call, await findIn(call, own))) {
        const { ref, record, sums } = found;
        if (sums) outcomes.set(ref.clientId, stateWith(call, record, { ...ref, sums }));
      }
    }
    return outcomes;
  },
};

interface Found {
  readonly ref: OrderRef;
  readonly record: Fields;
}

/** Returns the list that names an order of this market beside those of other markets. */
function listOf(symbol: InstrumentSymbol): OpenList {
  const category = categoryOf(symbol);
  const { settle } = symbolParts(symbol);
  return category === 'linear' ? { category, settleCoin: settle } : { category };
}

function listKey(symbol: InstrumentSymbol): string {
  return Object.values(listOf(symbol)).join(' ');
}

/**
 * Returns the records of the orders that the lists name. Open ones are read first: an order that
 * ends between the two answers is in the second.
 */
async function findIn(call: DialectCall, refs: readonly OrderRef[]): Promise<readonly Found[]> {
  const [first] = refs;
  if (!first) return [];
  const found: Found[] = [];
  const left = new Map(refs.map((ref) => [ref.clientId, ref]));
  for (const which of ['open', 'ended'] as const) {
    for await (const { rows } of recentPages(call, listOf(first.symbol), { which, pagesMax })) {
      found.push(...takeListed(left, rows));
      if (left.size === 0) return found;
    }
  }
  return found;
}

/** Returns those of the orders that a page lists, and removes them from those that are left. */
function takeListed(left: Map<string, OrderRef>, rows: readonly Fields[]): readonly Found[] {
  return rows.flatMap((record) => {
    const clientId = ownId(record) ?? '';
    const ref = left.get(clientId);
    left.delete(clientId);
    return ref ? [{ ref, record }] : [];
  });
}

interface Summed extends Found {
  /** Undefined when the list of fills does not have all of the order's fills yet. */
  readonly sums: FillSums | undefined;
}

/** Reads fills, the newest first, until every order has all of its own. */
async function withSums(call: DialectCall, found: readonly Found[]): Promise<readonly Summed[]> {
  const all = found.map(({ ref, record }) => {
    const own = ownSums(record, ref);
    return {
      ref,
      record,
      own,
      sums: own.filled === '0' ? own : undefined,
      fills: [] as VenueFill[],
    };
  });
  const left = new Map(
    all.filter(({ sums }) => !sums).map((each) => [textAt(each.record, 'orderId'), each]),
  );
  const [first] = left.values();
  if (!first) return all;
  for await (const { rows } of executionPages(call, categoryOf(first.ref.symbol), { pagesMax })) {
    for (const row of rows) {
      const each = left.get(textAt(row, 'orderId'));
      if (!each) continue;
      const { symbol, marketType } = each.ref;
      each.fills.push(fillOf(call, row, { symbol, marketType, leg: legIn(each.record) }));
    }
    for (const [id, each] of left) {
      const listed = sumsOf(each.fills);
      if (listed.filled !== each.own.filled) continue;
      each.sums = listed;
      call.heard(each.fills);
      left.delete(id);
    }
    if (left.size === 0) break;
  }
  return all;
}
