import { marketClassOf, marketTypeOf } from '../../model/order.ts';
import { Sum } from '../sum.ts';
import type { ReportFill } from '../types.ts';
import { createShortfallTally, type ShortfallTally } from './shortfallOrder.ts';
import type { OrderShortfall, ShortfallReport, ShortfallUsd, TcaTerms } from './types.ts';

/** Measures the implementation shortfall of a report's algorithm orders, each and together. */
export function createShortfall({ orders, marketType, usdNow }: TcaTerms) {
  const tallies = new Map<string, ShortfallTally>();
  const isSpot = marketType === 'spot';
  for (const order of orders) {
    if ((marketClassOf(marketTypeOf(order.symbol)) === 'spot') !== isSpot) continue;
    tallies.set(order.id, createShortfallTally(order, usdNow));
  }
  return {
    add(fill: ReportFill): void {
      if (fill.parentId !== undefined) tallies.get(fill.parentId)?.add(fill);
    },
    /** Undefined without orders. */
    report(): ShortfallReport | undefined {
      const each = [...tallies.values()].flatMap((tally) => tally.report() ?? []);
      return each.length === 0 ? undefined : together(each);
    },
  };
}

function together(orders: readonly OrderShortfall[]): ShortfallReport {
  const total = (name: keyof ShortfallUsd): number => {
    const sum = new Sum();
    for (const order of orders) sum.add(order[name]);
    return sum.value;
  };
  return {
    orderedUsd: total('orderedUsd'),
    delayUsd: total('delayUsd'),
    spreadUsd: total('spreadUsd'),
    impactUsd: total('impactUsd'),
    timingUsd: total('timingUsd'),
    feesUsd: total('feesUsd'),
    opportunityUsd: total('opportunityUsd'),
    totalUsd: total('totalUsd'),
    orders,
  };
}
