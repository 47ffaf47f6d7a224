import type { AnalysedOrder, Warning, WarningCode } from './types.ts';

/** Most severe first; a stale book comes early, since it makes all other figures doubtful. */
const order: readonly WarningCode[] = [
  'VERY_LOW_LIQUIDITY',
  'VERY_LARGE_ORDER',
  'STALE_FEED',
  'LOW_LIQUIDITY',
  'LARGE_ORDER',
  'HIGH_IMPACT',
  'WIDE_SPREAD',
  'LOW_CONFIDENCE',
];

/** Returns advice on the most severe warning that the caller can act on. */
export function recommend(
  warnings: readonly Warning[],
  analysed?: Pick<AnalysedOrder, 'type' | 'urgency'>,
): string | undefined {
  const raised = new Set(warnings.map(({ code }) => code));
  for (const code of order) {
    const advice = raised.has(code) ? advise(code, analysed) : undefined;
    if (advice !== undefined) return advice;
  }
  return undefined;
}

type Analysed = Pick<AnalysedOrder, 'type' | 'urgency'> | undefined;

function advise(code: WarningCode, analysed: Analysed): string | undefined {
  switch (code) {
    case 'SYMBOL_NOT_FOUND':
    case 'BOOK_UNAVAILABLE':
    case 'BELOW_MINIMUM_ORDER':
    case 'INSUFFICIENT_BALANCE':
    case 'DAILY_LIMIT_EXCEEDED':
      // Codes of failed checks, after which nothing is estimated: the checks bring their own
      // advice.
      return undefined;
    case 'VERY_LOW_LIQUIDITY':
    case 'LOW_LIQUIDITY':
      return ofSize('the books hold little for it', analysed);
    case 'VERY_LARGE_ORDER':
    case 'LARGE_ORDER':
      return ofSize('it is a large part of the daily volume', analysed);
    case 'HIGH_IMPACT':
      return ofSize('its size moves the price', analysed);
    case 'STALE_FEED':
      return 'Wait for fresh books before sending the order.';
    case 'WIDE_SPREAD':
      return ofSpread(analysed);
    case 'LOW_CONFIDENCE':
      return 'Begin with a small part of the order, since the estimate is uncertain.';
  }
}

function ofSize(reason: string, analysed: Analysed): string {
  switch (analysed?.type) {
    case undefined:
    case 'market':
      return `Split the order over time or make it smaller: ${reason}.`;
    case 'limit':
      return `Make the order smaller, or work it over time: ${reason}.`;
    case 'algo':
      return analysed.urgency === 'low'
        ? `Make the order smaller: ${reason}.`
        : `Make the order smaller or lower its urgency: ${reason}.`;
  }
}

/** An order that names its price, or takes as little as possible, cannot be improved. */
function ofSpread(analysed: Analysed): string | undefined {
  switch (analysed?.type) {
    case 'limit':
      return undefined;
    case undefined:
    case 'market':
      return 'Use a limit order: the spread is wide.';
    case 'algo':
      return analysed.urgency === 'low'
        ? undefined
        : 'Lower the urgency: the spread is wide, and patience pays less of it.';
  }
}
