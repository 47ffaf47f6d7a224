import {
  amountText,
  type MarginMode,
  type PositionLeg,
  type PositionRisk,
  wholeUnit,
} from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import { type PositionAmounts, positionAmounts } from '../exchange/positions.ts';
import { priceOf } from '../exchange/prices.ts';
import { type Call, type Routes, signed, wallet } from './call.ts';
import { posSideOf } from './positionSides.ts';
import { instTypeOf } from './traits.ts';

export const positionRoutes: Routes = {
  'GET /api/v5/account/positions': signed(positions),
};

/** An open position with its risk. */
export interface Held extends PositionAmounts {
  readonly market: Market;
  readonly leg: PositionLeg | undefined;
  readonly mark: bigint;
  readonly mode: MarginMode;
  readonly risk: PositionRisk;
  readonly updatedAt: number;
}

export function heldBy({ exchange, account }: Call): Held[] {
  const { accounts, prices } = exchange;
  const contracts = exchange.markets(wallet).filter(({ instrument }) => !instrument.isSpot);
  const all = contracts.flatMap((market) =>
    accounts.legs(account, market).map((leg) => ({ market, leg })),
  );
  return all.flatMap(({ market, leg }) => {
    const risk = accounts.risk(account, market, leg);
    const position = accounts.position(account, market, leg);
    if (!risk || !position) return [];
    const mark = prices.markPrice(market) ?? 0n;
    const { updatedAt, marginMode: mode } = position;
    const amounts = positionAmounts(market, position, mark);
    return [{ ...amounts, market, leg, mark, mode, risk, updatedAt }];
  });
}

function positions(call: Call): readonly object[] {
  const market = call.optionalMarket();
  const instType = call.fields.text('instType');
  return heldBy(call)
    .filter((held) => market === undefined || held.market === market)
    .filter(({ market: { definition } }) => !instType || instTypeOf(definition) === instType)
    .map((held) => positionAnswer(call, held));
}

/**
 * Returns a position. Margins are in its settlement currency; the account's share of them depends
 * on the mode.
 */
function positionAnswer({ exchange, account }: Call, held: Held): object {
  const { market, leg, mark, mode, risk, quantity } = held;
  const isCross = mode === 'cross';
  const own = exchange.accounts.position(account, market, leg);
  // A leg shows its direction itself, so its size is above zero.
  const pos = leg === 'short' ? -quantity : quantity;
  const at = String(held.updatedAt);
  const { liquidationTicks, maintenance, unrealised, initialMargin } = risk;
  return {
    instType: instTypeOf(market.definition),
    instId: market.id,
    mgnMode: mode,
    posSide: posSideOf(leg),
    posCcy: '',
    ccy: market.settle,
    pos: amountText(pos),
    availPos: '',
    avgPx: amountText(held.entryPrice),
    markPx: amountText(mark),
    idxPx: amountText(mark),
    last: amountText(mark),
    upl: amountText(unrealised),
    uplRatio: ratio(unrealised, initialMargin),
    liqPx: liquidationTicks === undefined ? '' : amountText(priceOf(market, liquidationTicks)),
    lever: String(exchange.accounts.leverage(account, market)),
    imr: isCross ? amountText(initialMargin) : '',
    margin: isCross ? '' : amountText(risk.collateral),
    mmr: amountText(maintenance),
    mgnRatio: ratio(risk.equity, maintenance),
    notionalUsd: amountText(risk.notional),
    pnl: amountText(own?.realised ?? 0n),
    fundingFee: amountText(own?.funding ?? 0n),
    adl: '1',
    liab: '',
    interest: '',
    tradeId: '',
    cTime: at,
    uTime: at,
  };
}

function ratio(part: bigint, whole: bigint): string {
  return whole === 0n ? '' : amountText((part * wholeUnit) / whole);
}
