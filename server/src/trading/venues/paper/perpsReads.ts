import {
  amountText,
  type Instrument,
  type Position,
  type PositionRisk,
  parseAmount,
  wholeUnit,
} from '@windlass/matching';
import type { Account } from '../../model/account.ts';
import type { MarketType } from '../../model/order.ts';
import type { PaperFundingRate, PaperMarginRules } from '../paperPort.ts';
import type { PerpsSession, VenueFundingRate, VenuePosition } from '../perpsPort.ts';
import { VenueUnavailableError } from '../venuePort.ts';
import { readSettled, type SessionDeps } from './answers.ts';
import { symbolOf } from './bookings.ts';
import { walletOf } from './instruments.ts';
import { baseText, priceOf } from './orderStates.ts';
import type { PaperAccount } from './types.ts';

type Reads = 'positions' | 'fundingPayments' | 'realizedPnl' | 'fundingRate';

export function createPerpsReads(
  { venue }: Account,
  deps: SessionDeps,
  rules: PaperMarginRules,
): Pick<PerpsSession, Reads> {
  const sizeOf = (symbol: string) => deps.rulesOf(venue, symbolOf(symbol))?.contractSize ?? 1;
  return {
    positions: (marketType, symbol, signal) =>
      readSettled(deps, signal, (paper) =>
        positionsOf(paper, marketType, sizeOf)
          .filter((position) => symbol === undefined || position.symbol === symbol)
          .sort(
            (a, b) => a.symbol.localeCompare(b.symbol, 'en') || a.side.localeCompare(b.side, 'en'),
          ),
      ),
    fundingPayments: (query, signal) =>
      readSettled(deps, signal, ({ tables }) => tables.entries(['funding'], query)),
    // A liquidation takes profit or loss like any closing.
    realizedPnl: (query, signal) =>
      readSettled(deps, signal, ({ tables }) => tables.entries(['realised', 'liquidation'], query)),
    async fundingRate({ symbol }, signal) {
      const told = await deps.funding.rate(venue, symbol, signal);
      if (told) return toVenueRate(told, rules);
      throw new VenueUnavailableError(`The funding rate of ${symbol} is not known.`);
    },
  };
}

function positionsOf(
  { ledger, venue }: PaperAccount,
  marketType: MarketType,
  sizeOf: (symbol: string) => number,
): VenuePosition[] {
  const { engine } = ledger;
  const accountId = walletOf(venue, marketType);
  return engine.positions(accountId).flatMap((position) => {
    const instrument = engine.instrument(position.symbol);
    const risk = engine.risk(accountId, position.symbol, position.positionLeg);
    if (!risk || instrument?.rules.kind !== marketType) return [];
    return [toPosition(position, { risk, instrument, contractSize: sizeOf(position.symbol) })];
  });
}

interface Held {
  readonly risk: PositionRisk;
  readonly instrument: Instrument;
  readonly contractSize: number;
}

/**
 * Converts a position: the engine counts base units, and contracts follow from the venue's contract
 * size.
 */
function toPosition(position: Position, { risk, instrument, contractSize }: Held): VenuePosition {
  const { symbol, lots, leverage, marginMode, updatedAt } = position;
  const { markTicks, liquidationTicks } = risk;
  const base = BigInt(Math.abs(lots)) * instrument.lot;
  return {
    symbol: symbolOf(symbol),
    marketType: instrument.rules.kind,
    side: lots > 0 ? 'long' : 'short',
    contracts: ratio(base, parseAmount(plain(contractSize)) ?? wholeUnit),
    contractSize,
    entryPrice: ratio(position.cost < 0n ? -position.cost : position.cost, base),
    markPrice: markTicks === undefined ? undefined : priceOf(instrument, markTicks),
    notional: numberOf(risk.notional),
    leverage,
    unrealizedPnl: numberOf(risk.unrealised),
    marginMode,
    liquidationPrice:
      liquidationTicks === undefined ? undefined : priceOf(instrument, liquidationTicks),
    collateral: numberOf(risk.collateral),
    maintenanceMargin: numberOf(risk.maintenance),
    // Dumps of earlier versions do not have it.
    updatedAtMs: updatedAt === 0 ? undefined : updatedAt,
    info: infoOf(position, risk, instrument),
  };
}

/** Returns the engine's figures, exact. */
function infoOf(position: Position, risk: PositionRisk, instrument: Instrument) {
  return {
    base: baseText(instrument, position.lots),
    cost: amountText(position.cost),
    margin: amountText(position.margin),
    realised: amountText(position.realised),
    funding: amountText(position.funding),
    notional: amountText(risk.notional),
    unrealised: amountText(risk.unrealised),
    initial_margin: amountText(risk.initialMargin),
    maintenance: amountText(risk.maintenance),
    equity: amountText(risk.equity),
    settle: instrument.settle,
  };
}

function ratio(dividend: bigint, divisor: bigint): number {
  return numberOf((dividend * wholeUnit) / divisor);
}

function numberOf(amount: bigint): number {
  return Number(amountText(amount));
}

/** Writes a size in plain digits, as the engine reads them. */
function plain(size: number): string {
  return size.toFixed(12);
}

/** Returns the rate in the windows in which the venue reports it, whatever it pays in. */
function toVenueRate(
  { paymentHours, window: _window, ...told }: PaperFundingRate,
  { fundingWindowHours: windowHours = paymentHours, publishesNextRate }: PaperMarginRules,
): VenueFundingRate {
  const share = windowHours / paymentHours;
  const nextRate = publishesNextRate && told.nextRate;
  return {
    ...told,
    rate: told.rate * share,
    nextRate: nextRate === undefined ? undefined : nextRate * share,
    windowHours,
  };
}
