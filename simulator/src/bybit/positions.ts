import type { PositionLeg } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import { positionAmounts } from '../exchange/positions.ts';
import { priceOf } from '../exchange/prices.ts';
import { isOpen, type OrderRecord } from '../exchange/records.ts';
import {
  type Call,
  marginedMarket,
  marketsOf,
  optionalMarket,
  ordersOf,
  type Routes,
  readContracts,
  signed,
} from './call.ts';
import { checkedPrice } from './checks.ts';
import { notSimulated, refusals } from './errors.ts';
import { amountOf } from './parameters.ts';
import { indexOf, readLeg } from './positionIndexes.ts';
import { money, priceText, quantityText } from './texts.ts';
import { categoryOf } from './traits.ts';

const wholePpm = 1_000_000n;

export const positionRoutes: Routes = {
  'GET /v5/position/list': signed(list),
  'POST /v5/position/trading-stop': signed(setStop),
};

/** Lists positions. A named market is listed even without a position. */
function list(call: Call): object {
  const { exchange, account } = call;
  const category = readContracts(call);
  const one = optionalMarket(call, category);
  const settle = call.parameters.text('settleCoin');
  if (category === 'linear' && !one && settle === undefined) {
    throw refusals.parameter('symbol or settleCoin is required');
  }
  const held = marketsOf(call, category).filter(
    (market) => (settle ?? market.settle) === market.settle,
  );
  const all = (one ? [one] : held).flatMap((market) =>
    exchange.accounts.legs(account, market).map((leg) => ({ market, leg })),
  );
  const shown = one ? all : all.filter((place) => lotsOf(call, place) !== 0);
  return { category, list: shown.map((each) => positionRecord(call, each)), nextPageCursor: '' };
}

/** A contract, and one of its two positions when the account is in hedge mode. */
interface Place {
  readonly market: Market;
  readonly leg: PositionLeg | undefined;
}

function lotsOf({ exchange, account }: Call, { market, leg }: Place): number {
  return exchange.accounts.position(account, market, leg)?.lots ?? 0;
}

function positionRecord(call: Call, { market, leg }: Place): object {
  const { exchange, account } = call;
  const mark = exchange.prices.markPrice(market);
  const position = exchange.accounts.position(account, market, leg);
  const { quantity, entryPrice, unrealised } = positionAmounts(market, position, mark);
  const size = absolute(quantity);
  const isHeld = size !== 0n;
  const risk = exchange.accounts.risk(account, market, leg);
  const liquidation = risk?.liquidationTicks;
  const isIsolated = exchange.accounts.marginMode(account, market) === 'isolated';
  const at = String(position?.updatedAt ?? 0);
  return {
    positionIdx: indexOf(leg),
    symbol: market.id,
    riskId: 1,
    riskLimitValue: '2000000',
    side: isHeld ? (quantity > 0n ? 'Buy' : 'Sell') : '',
    size: quantityText(market, size),
    avgPrice: money(entryPrice),
    // The value at the entry price; for an inverse contract it is in coins.
    positionValue: isHeld ? money(absolute(position?.cost ?? 0n)) : '',
    tradeMode: 0,
    autoAddMargin: 0,
    positionStatus: 'Normal',
    isReduceOnly: false,
    leverage: String(exchange.accounts.leverage(account, market)),
    markPrice: priceText(market, mark ?? 0n),
    liqPrice: liquidation === undefined ? '' : priceText(market, priceOf(market, liquidation)),
    bustPrice: '',
    adlRankIndicator: 0,
    positionBalance: isIsolated ? money(risk?.collateral ?? 0n) : '0',
    positionIM: money(risk?.initialMargin ?? 0n),
    positionMM: money(risk?.maintenance ?? 0n),
    tpslMode: 'Full',
    takeProfit: '',
    stopLoss: '',
    trailingStop: trailingOf(call, { market, leg })?.words.trailingStop ?? '0',
    unrealisedPnl: isHeld ? money(unrealised) : '',
    cumRealisedPnl: money(position?.realised ?? 0n),
    createdTime: at,
    updatedTime: at,
    seq: 0,
  };
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Returns the waiting trailing stop; a position has at most one. */
function trailingOf(call: Call, { market, leg }: Place): OrderRecord | undefined {
  return ordersOf(call, categoryOf(market.definition)).find(
    (order) =>
      order.market === market &&
      order.state.positionLeg === leg &&
      order.words.trailingStop !== undefined &&
      isOpen(order),
  );
}

const unmodelled = ['takeProfit', 'stopLoss', 'tpSize', 'slSize', 'activePrice'] as const;

/** Sets a position's trailing stop, for which the exchange makes an order of its own. */
function setStop(call: Call): object {
  const market = marginedMarket(call);
  const { parameters, exchange } = call;
  const sent = unmodelled.find((name) => Number(parameters.text(name) ?? 0) !== 0);
  if (sent !== undefined) throw notSimulated(sent);
  parameters.required('tpslMode');
  if (parameters.word('tpslMode', ['Full', 'Partial']) !== 'Full') throw notSimulated('Partial');
  if (!parameters.has('positionIdx')) throw refusals.parameter('positionIdx is required');
  const leg = readLeg(call, market);
  const distance = parameters.decimal('trailingStop');
  if (distance === undefined) throw refusals.notModified();
  const lots = lotsOf(call, { market, leg });
  if (lots === 0) throw refusals.noPosition();
  const before = trailingOf(call, { market, leg });
  if (amountOf(distance) === amountOf(before?.words.trailingStop ?? '0')) {
    throw refusals.notModified();
  }
  if (amountOf(distance) !== 0n) checkedPrice(market, distance, 'trailingStop');
  if (before) exchange.cancel(before);
  if (amountOf(distance) !== 0n) follow(call, { market, lots, distance });
  return {};
}

/** Places a trailing order, whose distance is kept as a share of the current mark. */
function follow(
  { exchange, account }: Call,
  { market, lots, distance }: { market: Market; lots: number; distance: string },
): void {
  const mark = exchange.prices.markPrice(market) ?? 0n;
  const trailingPpm = mark === 0n ? 0 : Number((amountOf(distance) * wholePpm) / mark);
  const placed = exchange.place({
    account,
    market,
    side: lots > 0 ? 'sell' : 'buy',
    type: 'trailing_stop',
    trailingPpm,
    quantity: quantityText(market, absolute(BigInt(lots)) * market.instrument.lot),
    reduceOnly: true,
    clientOrderId: '',
    words: {
      orderType: 'Market',
      force: 'IOC',
      stopOrderType: 'TrailingStop',
      trailingStop: distance,
      triggerBy: 'LastPrice',
      lastPriceOnCreated: priceText(market, mark),
    },
  });
  if ('refused' in placed) throw refusals.invalid('trailingStop');
}
