import type { Clock } from '../../../kit/clock.ts';
import { withDeadline } from '../../../kit/deadline.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Funds, Quotes } from '../../execution/index.ts';
import { type Account, isUnified } from '../../model/account.ts';
import { marketClassOf, marketTypeOf, type Side } from '../../model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../../model/symbol.ts';
import type { AlgorithmDraft } from '../types.ts';

export interface MeansDeps {
  readonly funds: Pick<Funds, 'holdings' | 'closable'>;
  readonly quotes: Pick<Quotes, 'usd'>;
  readonly clock: Clock;
}

/** A leg that is to be started, with prices of its market. */
export interface PricedLeg {
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  readonly accounts: readonly Account[];
  readonly mid: number;
  /** USD of one unit of its quote. */
  readonly quoteUsd: number | undefined;
}

/** Longest time that a start waits for exchanges, which may not answer. */
const askMs = 3_000;
/** Holdings may gain this much while the algorithm runs, and profits are reported late. */
const cushion = 1.25;
/**
 * Most accounts hold coins without a known price. All of them together are assumed to be worth at
 * most this many times the priced ones: a quantity beyond that too is clearly too large.
 */
const unpricedTimes = 100;
/** More coins than this count as unpriced: a start does not ask for hundreds of prices. */
const pricedMax = 30;

/**
 * Refuses a quantity that all accounts of a leg together could never pay: spot with all they hold,
 * contracts with that and the leverage they have set. In doubt the algorithm starts, because the
 * exchange checks each child again.
 */
export async function requirePayable(
  deps: MeansDeps,
  draft: AlgorithmDraft,
  leg: PricedLeg,
): Promise<void> {
  if (draft.reduceOnly === true || leg.quoteUsd === undefined) return;
  const { clock } = deps;
  const perUnit = priceOf(draft, leg) * leg.quoteUsd;
  const means = await withDeadline({ clock, limitMs: askMs }, () =>
    together(deps, leg, draft.quantity * perUnit),
  ).catch(() => undefined);
  if (means === undefined) return;
  const neededUsd = Math.max(0, draft.quantity - means.closable) * perUnit;
  const most = means.usd * cushion * (means.isWhole ? 1 : unpricedTimes);
  // Even that means nothing when no holding has a known price.
  if (neededUsd <= most || (means.usd === 0 && !means.isWhole)) return;
  throw notPayable({ quantity: draft.quantity, symbol: leg.symbol, neededUsd, usd: means.usd });
}

/**
 * Returns the price to pay. A buyer pays at most its limit, and a ladder rests at its given prices.
 */
function priceOf({ limitPrice, started }: AlgorithmDraft, { side, mid }: PricedLeg): number {
  if (side === 'sell') return mid;
  const told =
    started.type === 'ladder' ? [started.params.startPrice, started.params.endPrice] : [];
  return Math.min(mid, ...[limitPrice, ...told].filter((price) => price !== undefined));
}

interface Worth {
  readonly usd: number;
  /** False when a holding has no known price. */
  readonly isWhole: boolean;
}

interface StartFunds extends Worth {
  /** Base units of their positions that an order of the side closes. */
  readonly closable: number;
}

/** Sums the means of all accounts; undefined when those of one are unknown. */
async function together(
  deps: MeansDeps,
  leg: PricedLeg,
  neededUsd: number,
): Promise<StartFunds | undefined> {
  const each = await Promise.all(leg.accounts.map((account) => startFundsOf(deps, leg, account)));
  let means: StartFunds = { usd: 0, isWhole: true, closable: 0 };
  for (const own of each) {
    if (own === undefined) return undefined;
    // Once the sum is enough, the remaining assets are not priced.
    const worth = await worthOf(deps, leg, { ...own, enoughUsd: neededUsd - means.usd });
    means = {
      usd: means.usd + worth.usd,
      isWhole: means.isWhole && worth.isWhole,
      closable: means.closable + own.closable,
    };
  }
  return means;
}

interface OwnMeans {
  readonly totals: ReadonlyMap<string, number>;
  readonly leverage: number;
  readonly closable: number;
}

async function startFundsOf(
  { funds }: MeansDeps,
  { symbol, side }: PricedLeg,
  account: Account,
): Promise<OwnMeans | undefined> {
  // Only the exchange can say how much these may borrow.
  if (account.portfolioMargin || isUnified(account)) return undefined;
  const market = { symbol, marketType: marketTypeOf(symbol) };
  const isSpot = marketClassOf(market.marketType) === 'spot';
  const [{ balances, leverage }, closable] = await Promise.all([
    funds.holdings(account, market),
    isSpot ? 0 : funds.closable(account, market, { side }),
  ]);
  if (leverage === undefined || closable === undefined) return undefined;
  const totals = new Map(
    Object.entries(balances).map(([asset, { total }]) => [asset, Number(total)]),
  );
  return { totals, leverage, closable };
}

/** Returns the USD that all holdings could pay for. */
async function worthOf(
  { quotes }: MeansDeps,
  { symbol, mid, quoteUsd = 0 }: PricedLeg,
  { totals, leverage, enoughUsd }: OwnMeans & { readonly enoughUsd: number },
): Promise<Worth> {
  const { base, quote } = symbolParts(symbol);
  // Their own market gives the value of these.
  const own = [(totals.get(quote) ?? 0) * quoteUsd, (totals.get(base) ?? 0) * mid * quoteUsd];
  let usd = own.reduce((sum, each) => sum + Math.max(0, each), 0) * leverage;
  let isWhole = true;
  let asked = 0;
  for (const [asset, total] of totals) {
    if (asset === quote || asset === base || total <= 0) continue;
    if (usd >= enoughUsd) return { usd, isWhole };
    asked += 1;
    const rate = asked > pricedMax ? undefined : await quotes.usd(asset).catch(() => undefined);
    if (rate === undefined) isWhole = false;
    else usd += total * rate * leverage;
  }
  return { usd, isWhole };
}

interface Shortfall {
  readonly quantity: number;
  readonly symbol: InstrumentSymbol;
  readonly neededUsd: number;
  readonly usd: number;
}

function notPayable({ quantity, symbol, neededUsd, usd }: Shortfall): AppError {
  const isSpot = marketClassOf(marketTypeOf(symbol)) === 'spot';
  const have = isSpot ? 'all they hold is worth' : 'their equity at their leverage carries';
  const message =
    `Error - The quantity ${quantity} of ${symbol} takes about ${dollars(neededUsd)}, which its ` +
    `accounts together can never pay: ${have} ${dollars(usd)}. ` +
    'Start it with less, or with more funds.';
  return new AppError(isSpot ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_MARGIN', {
    message,
    data: { quantity, symbol, needed_usd: cents(neededUsd), available_usd: cents(usd) },
  });
}

function dollars(usd: number): string {
  return `$${cents(usd).toFixed(2)}`;
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}
