import {
  amountText,
  type EngineEvent,
  type ExchangedEvent,
  type FundingEvent,
  type Instrument,
  type LiquidatedEvent,
  type PositionLeg,
  wholeUnit,
} from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import type { MarketType } from '../../model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../../model/symbol.ts';
import type { VenueFill } from '../venuePort.ts';
import { baseText, priceOf } from './orderStates.ts';

export type EntryKind = 'funding' | 'realised' | 'transfer' | 'liquidation';

/** A booking on an account beside its fills. */
export interface Entry {
  readonly kind: EntryKind;
  readonly marketType: MarketType;
  /** Undefined for transfers. */
  readonly symbol: InstrumentSymbol | undefined;
  /** Exact decimal text; negative for payments and losses. */
  readonly amount: string;
  readonly asset: string;
  readonly atMs: number;
  readonly info: Readonly<Record<string, string | number>>;
}

type InstrumentOf = (symbol: string) => Instrument;

/** Returns the entry to store for an event; undefined for most events. */
export function toEntry(event: EngineEvent, instrumentOf: InstrumentOf): Entry | undefined {
  switch (event.type) {
    case 'filled':
      return event.fill.realised === 0n ? undefined : profitEntry(event, instrumentOf);
    case 'funding':
      return fundingEntry(event, instrumentOf(event.symbol));
    case 'liquidated':
      return liquidationEntry(event, instrumentOf(event.symbol));
    case 'transferred': {
      const { at: atMs, asset, amount, from, to } = event;
      const moved = { kind: 'transfer', marketType: 'spot', symbol: undefined } as const;
      return { ...moved, amount: amountText(amount), asset, atMs, info: { from, to } };
    }
    default:
      return undefined;
  }
}

function profitEntry(
  { at, order, fill }: Extract<EngineEvent, { type: 'filled' }>,
  instrumentOf: InstrumentOf,
): Entry {
  const instrument = instrumentOf(order.symbol);
  return {
    ...marketOf(instrument),
    kind: 'realised',
    amount: amountText(fill.realised),
    asset: instrument.settle,
    atMs: at,
    info: {
      trade_id: fill.tradeId,
      order_id: order.orderId,
      side: order.side,
      price: priceOf(instrument, fill.ticks),
      quantity: baseText(instrument, fill.lots),
      ...legInfo(order),
    },
  };
}

function fundingEntry(event: FundingEvent, instrument: Instrument): Entry {
  const { at, asset, amount, rate, lots, markTicks, fundedAt } = event;
  return {
    ...marketOf(instrument),
    kind: 'funding',
    amount: amountText(amount),
    asset,
    atMs: at,
    info: {
      rate: amountText(rate),
      position: baseText(instrument, lots),
      mark_price: priceOf(instrument, markTicks),
      funded_at: fundedAt,
      ...legInfo(event),
    },
  };
}

/**
 * Returns the entry of a liquidation: the amount is the profit, and the fee is that of the fill.
 */
function liquidationEntry(event: LiquidatedEvent, instrument: Instrument): Entry {
  const { at, tradeId, side, ticks, lots, fee, feeAsset, realised, covered } = event;
  return {
    ...marketOf(instrument),
    kind: 'liquidation',
    amount: amountText(realised),
    asset: instrument.settle,
    atMs: at,
    info: {
      trade_id: tradeId,
      side,
      price: priceOf(instrument, ticks),
      quantity: baseText(instrument, lots),
      fee: amountText(fee),
      fee_asset: feeAsset,
      covered: amountText(covered),
      ...legInfo(event),
    },
  };
}

/**
 * Returns the closing as an execution, which belongs to no order that anybody sent. Its price
 * includes the covered amount: where the loss exceeded the funds, it is the bankruptcy price.
 */
export function toLiquidationFill(event: LiquidatedEvent, instrument: Instrument): VenueFill {
  const { at: atMs, tradeId, side, lots, fee, feeAsset } = event;
  return {
    ...marketOf(instrument),
    venueTradeId: String(tradeId),
    venueOrderId: `liquidation-${tradeId}`,
    clientId: undefined,
    side,
    leg: event.positionLeg,
    price: closingPrice(event, instrument),
    quantity: baseText(instrument, lots),
    fee: amountText(fee),
    feeAsset,
    liquidity: 'taker',
    atMs,
  };
}

/**
 * Returns the sale for a debt as an execution in the market of the two assets. Dollars are the
 * quote, and of two dollars the one that comes first in the list.
 */
export function toExchangeFill(event: ExchangedEvent): VenueFill {
  const { at: atMs, tradeId, paidAsset, paid, asset, amount } = event;
  const isSale = isQuote(asset, paidAsset);
  const [base, quantity] = isSale ? [paidAsset, paid] : [asset, amount];
  const [quote, value] = isSale ? [asset, amount] : [paidAsset, paid];
  return {
    symbol: symbolOf(`${base}/${quote}`),
    marketType: 'spot',
    venueTradeId: String(tradeId),
    venueOrderId: `liquidation-${tradeId}`,
    clientId: undefined,
    side: isSale ? 'sell' : 'buy',
    leg: undefined,
    price: Number(amountText((value * wholeUnit) / quantity)),
    quantity: amountText(quantity),
    fee: '0',
    feeAsset: quote,
    liquidity: 'taker',
    atMs,
  };
}

/** Quote assets of markets, in order of precedence. */
const quotes: readonly string[] = ['USDT', 'USDC'];

/** True when the market of the two assets is quoted in the first. */
function isQuote(asset: string, other: string): boolean {
  const [own, others] = [quotes.indexOf(asset), quotes.indexOf(other)];
  return others < 0 || (own >= 0 && own < others);
}

function closingPrice(
  { side, ticks, lots, value, covered }: LiquidatedEvent,
  instrument: Instrument,
): number {
  if (covered === 0n) return priceOf(instrument, ticks);
  const borne = side === 'sell' ? value + covered : value - covered;
  return Number(amountText((borne * wholeUnit) / (BigInt(lots) * instrument.lot)));
}

/** Returns the side of a position in hedge mode; nothing in one-way mode. */
function legInfo({ positionLeg }: { readonly positionLeg: PositionLeg | undefined }) {
  return positionLeg === undefined ? {} : { position_side: positionLeg };
}

function marketOf({ rules }: Instrument) {
  return { symbol: symbolOf(rules.symbol), marketType: rules.kind };
}

/** Parses a symbol of the engine: only our own symbols are ever defined there. */
export function symbolOf(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  assert(symbol, `${text} is a symbol`);
  return symbol;
}
