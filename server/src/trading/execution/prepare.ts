import { AppError } from '../../kit/errors.ts';
import { formatStep } from '../../kit/grid.ts';
import type { Account } from '../model/account.ts';
import { finestStep } from '../model/market.ts';
import type { TimeInForce } from '../model/order.ts';
import { symbolParts } from '../model/symbol.ts';
import { checkCapability } from '../venues/capabilities.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import { capabilitiesOf } from '../venues/registry.ts';
import { legIn } from './legs.ts';
import { checkLimits, isExempt, type SteppedOrder, worthMicroUsd } from './limits.ts';
import { findListed, type OrderMarkets } from './listed.ts';
import { type NormalisedOrder, normaliseOrder, type OrderRules } from './normalise.ts';
import type { MarketQuote } from './quotes.ts';
import { type NamedMarket, namedMarket, requireNotInverse, requireReached } from './terms.ts';
import { type TrailedPrice, trailingRefusal } from './trailing.ts';
import type { OrderDraft, PreparedOrder, SentDraft } from './types.ts';
import type { WorldOf } from './world.ts';

export interface PrepareDeps {
  readonly worldOf: WorldOf<'markets' | 'quotes'>;
  /**
   * Returns the maximum value of an order in micro-USD; undefined = no development cap for the
   * account.
   */
  readonly capOf: (account: Account) => number | undefined;
}

/**
 * Does everything before an order is stored and sent, in the order in which refusals are given: the
 * market's name, the venue's capabilities, the market's rules and steps, the limits in USD. Makes
 * no request to a venue. Throws an `AppError`.
 */
export async function prepareOrder(
  deps: PrepareDeps,
  account: Account,
  draft: SentDraft,
): Promise<PreparedOrder> {
  const named = namedMarket(draft.symbol, draft.marketType);
  requireNotInverse([account.venue], named.symbol);
  requireCapability(account, named, draft);
  const { markets, quotes } = deps.worldOf([account]);
  const market = await listedMarket(markets, account, named);
  const quote = needsQuote(draft) ? await quotes.market(account.venue, named.symbol) : undefined;
  const rules = rulesOf(market, draft);
  requireTrailing(
    account,
    { ...draft, ...named },
    quote && { price: quote.mid, tick: market.priceTick },
  );
  const normalised = onSteps(draft, rules, quote);
  const { order, changes } = normalised;
  const quoteUsd = await quotes.usd(symbolParts(named.symbol).quote);
  const valueMicroUsd = worthMicroUsd(order, quote, quoteUsd);
  const { reduceOnly, isClosing } = draft;
  const capMicroUsd = deps.capOf(account);
  checkLimits(order, { account, reduceOnly, isClosing, quote, valueMicroUsd, capMicroUsd });
  return {
    account,
    order: {
      ...named,
      side: draft.side,
      type: draft.type,
      quantity: formatStep(order.quantity, rules.quantityStep),
      price: priceText(order.price, rules),
      stopPrice: priceText(order.stopPrice, rules),
      trailingDelta: draft.trailingDelta,
      timeInForce: timeInForceOf(draft),
      reduceOnly,
      leg: legIn(account, named, draft),
    },
    changes,
    valueMicroUsd,
    isExempt: isExempt(draft),
    quoteUsd,
  };
}

/** Refuses an order that the venue or the account does not support, before anything is sent. */
function requireCapability(account: Account, { marketType }: NamedMarket, draft: OrderDraft): void {
  const capabilities = capabilitiesOf(account.venue);
  if (!capabilities) throw new AppError('UNSUPPORTED_EXCHANGE');
  const { type: orderType, timeInForce, reduceOnly, postOnly } = draft;
  const check = checkCapability(capabilities, {
    orderType,
    marketType,
    reduceOnly,
    postOnly,
    // GTC is the default, so a venue that does not list it still takes an order that does not ask
    // for it.
    timeInForce: timeInForce === 'GTC' ? undefined : timeInForce,
  });
  if (!check.ok) {
    throw new AppError('NOT_SUPPORTED', { message: check.message, data: check.data });
  }
  requireReached(account, marketType);
}

/** Refuses a trailing distance that the exchange would refuse or round to another one. */
function requireTrailing(
  { venue }: Account,
  { type, marketType, trailingDelta }: SentDraft & NamedMarket,
  at: TrailedPrice | undefined,
): void {
  if (trailingDelta === undefined) return;
  const refusal = trailingRefusal(trailingDelta, capabilitiesOf(venue).trailing, at);
  if (!refusal) return;
  const orders = `${venue} ${type} orders on ${marketType} markets`;
  throw new AppError('INVALID_ORDER', {
    message: `Error - ${orders} need a trailing_delta ${refusal.demand}, not ${trailingDelta}.`,
    data: { field: 'trailing_delta', exchange: venue, value: trailingDelta, ...refusal.bounds },
  });
}

async function listedMarket(
  markets: OrderMarkets,
  { venue }: Account,
  named: NamedMarket,
): Promise<ListedMarket> {
  const market = await findListed(markets, venue, named);
  const { symbol, marketType } = named;
  const data = { exchange: venue, symbol, market_type: marketType };
  if (!market.isActive) {
    const message = `Error - ${venue} is not accepting orders in ${symbol}.`;
    throw new AppError('INVALID_ORDER', { message, data });
  }
  return market;
}

/**
 * Returns whether a quote is needed: a stop order is valued at its stop price, all others at the
 * market.
 */
function needsQuote({ type }: OrderDraft): boolean {
  switch (type) {
    case 'stop_loss':
    case 'stop_loss_limit':
    case 'take_profit':
    case 'take_profit_limit':
      return false;
    default:
      return true;
  }
}

function onSteps(
  draft: OrderDraft,
  rules: OrderRules,
  quote: MarketQuote | undefined,
): NormalisedOrder<SteppedOrder> {
  const { type, side, quantity, price, stopPrice } = draft;
  const stepped: SteppedOrder = {
    type,
    side,
    quantity,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
  };
  const normalised = normaliseOrder(stepped, rules, quote?.mid);
  if (normalised.ok) return normalised;
  const { code, message, data } = normalised;
  throw new AppError(code, { message, data });
}

/** Returns the rules of a market for the numbers of an order. */
export function rulesOf(
  market: ListedMarket,
  { reduceOnly }: Pick<OrderDraft, 'reduceOnly'>,
): OrderRules {
  const { priceTick, priceDigitsMax, quantityStep, quantityMin, notionalMin } = market;
  return {
    priceTick: priceTick ?? finestStep,
    ...(priceDigitsMax !== undefined && { priceDigitsMax }),
    // The list already contains it in base units.
    quantityStep: quantityStep ?? finestStep,
    ...(quantityMin !== undefined && { quantityMin }),
    // No minimum value: exchanges allow closing the rest of a position of any value.
    ...(notionalMin !== undefined && !reduceOnly && { notionalMin }),
  };
}

function priceText(price: number | undefined, { priceTick }: OrderRules): string | undefined {
  return price === undefined ? undefined : formatStep(price, priceTick);
}

function timeInForceOf({ timeInForce, postOnly }: OrderDraft): TimeInForce {
  return postOnly ? 'POST_ONLY' : timeInForce;
}
