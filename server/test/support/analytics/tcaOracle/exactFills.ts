import type { ReportFill } from '../../../../src/trading/analytics/types.ts';
import { type Exact, exact, one, over, times } from './exact.ts';
import type { AccountHistory } from './history.ts';

/** A fill with everything a formula needs; null means not known. */
export interface ExactFill {
  readonly raw: ReportFill;
  readonly sign: Exact;
  readonly price: Exact;
  readonly quantity: Exact;
  readonly quoteUsd: Exact | null;
  readonly value: Exact;
  readonly feeUsd: Exact;
  readonly isFeeOfThatTime: boolean;
  /** Mark price by seconds after the fill. */
  readonly marks: Readonly<Record<number, Exact | null>>;
}

const tenThousand = exact(10_000);

export function exactFill(raw: ReportFill, usdNow: AccountHistory['terms']['usdNow']): ExactFill {
  const [price, quantity] = [exact(raw.price), exact(raw.quantity)];
  const quoteUsd = known(raw.quoteUsd);
  const thenUsd = feeRate(raw);
  const [at0, at1, at5, at30, at60, at300] = raw.marks.map(known);
  return {
    raw,
    price,
    quantity,
    quoteUsd,
    sign: raw.side === 'buy' ? one : -one,
    value: quoteUsd === null ? 0n : times(price, quantity, quoteUsd),
    feeUsd: times(exact(raw.fee), thenUsd ?? known(usdNow(raw.feeAsset)) ?? 0n),
    isFeeOfThatTime: thenUsd !== null || raw.fee === 0,
    marks: {
      0: at0 ?? null,
      1: at1 ?? null,
      5: at5 ?? null,
      30: at30 ?? null,
      60: at60 ?? null,
      300: at300 ?? null,
    },
  };
}

export function known(value: number | undefined): Exact | null {
  return value === undefined ? null : exact(value);
}

/** Returns USD of the fee's asset at that time: as recorded, else by the fill's own price. */
function feeRate(raw: ReportFill): Exact | null {
  const [base, quote] = raw.symbol.split(/[/:]/);
  if (raw.feeUsd !== undefined) return exact(raw.feeUsd);
  if (raw.quoteUsd === undefined) return null;
  if (raw.feeAsset === quote) return exact(raw.quoteUsd);
  return raw.feeAsset === base ? times(exact(raw.price), exact(raw.quoteUsd)) : null;
}

/** Only for fills whose mark price is known. */
export function slippageBpsOf({ sign, price, marks }: ExactFill): Exact {
  const mark = marks[0] ?? one;
  return times(over(times(sign, price - mark), mark), tenThousand);
}

export function slippageUsdOf({ sign, price, quantity, quoteUsd, marks }: ExactFill): Exact {
  return times(sign, price - (marks[0] ?? price), quantity, quoteUsd ?? 0n);
}

export function markoutBpsOf({ sign, price, marks }: ExactFill, seconds: number): Exact {
  return times(over(times(sign, (marks[seconds] ?? price) - price), price), tenThousand);
}
