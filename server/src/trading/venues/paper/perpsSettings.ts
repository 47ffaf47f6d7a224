import type { Account } from '../../model/account.ts';
import type { PaperMarginRules } from '../paperPort.ts';
import type {
  MarginMode,
  PerpMarket,
  PerpsSession,
  VenueLeverage,
  VenueResult,
} from '../perpsPort.ts';
import { readSettled, type SessionDeps } from './answers.ts';
import { define, listedRules } from './defining.ts';
import { walletOf } from './instruments.ts';
import { type Rejected, refusedReason, rejected, runDurably } from './runDurably.ts';
import type { PaperAccount } from './types.ts';

type Leverage = NonNullable<PaperMarginRules['leverage']>;

export function createLeverage(
  { venue }: Account,
  deps: SessionDeps,
  bounds: Leverage,
): Pick<PerpsSession, 'leverage' | 'setLeverage'> {
  return {
    leverage: (market, signal) =>
      readSettled(deps, signal, (paper) => settingOf(paper, market, bounds)),
    setLeverage: ({ leverage, ...market }, signal) =>
      runDurably<VenueResult>(deps, signal, (paper) => {
        const unknown = useMarket(deps, paper, market);
        if (unknown) return unknown;
        const { symbol, marketType } = market;
        const accountId = walletOf(paper.venue, marketType);
        const told = { at: deps.clock.now(), accountId, symbol, leverage };
        const refused = refusedReason(paper, { type: 'setLeverage', ...told });
        if (!refused) return { kind: 'done', result: { symbol, leverage } };
        if (refused.reason === 'BAD_LEVERAGE') return badLeverage(`${venue}`, told, bounds);
        if (refused.reason !== 'INSUFFICIENT_BALANCE') return rejected('OTHER', refused.text);
        const message = `a leverage of ${leverage} for ${symbol} needs more margin than is free`;
        return rejected('INSUFFICIENT_BALANCE', message);
      }),
  };
}

/** Defines the market in the engine before anything is set for it. */
function useMarket(
  deps: SessionDeps,
  paper: PaperAccount,
  market: PerpMarket,
): Rejected | undefined {
  const listed = listedRules(deps, paper, market);
  if ('refusal' in listed) return rejected(listed.code, listed.refusal);
  const refused = define(deps, paper, listed.rules);
  return refused === undefined ? undefined : rejected('OTHER', refused);
}

function settingOf(paper: PaperAccount, market: PerpMarket, bounds: Leverage): VenueLeverage {
  const { engine, notes } = paper.ledger;
  const { symbol, marketType } = market;
  const position = engine
    .positions(walletOf(paper.venue, marketType))
    .find((each) => each.symbol === symbol);
  return {
    leverage: position?.leverage ?? bounds.default,
    marginMode: position?.marginMode ?? notes().marginMode ?? 'cross',
  };
}

function badLeverage(
  venue: string,
  { symbol, leverage }: { readonly symbol: string; readonly leverage: number },
  { max }: Leverage,
): Rejected {
  const takes = `${venue} takes a leverage of 1 to ${max} for ${symbol}`;
  if (!Number.isInteger(leverage)) return rejected('INVALID', `${takes}, in whole numbers`);
  if (leverage < 1 || leverage > max) return rejected('INVALID', takes);
  const message = `${venue} takes no leverage of ${leverage} for the open position in ${symbol}`;
  return rejected('CONFLICT', message);
}

export function createMarginModes(
  { venue }: Account,
  deps: SessionDeps,
  { marginModeScope }: PaperMarginRules,
): Pick<PerpsSession, 'setMarginMode'> {
  return {
    setMarginMode: ({ marginMode, ...market }, signal) =>
      runDurably<VenueResult>(deps, signal, (paper) => {
        const unknown = useMarket(deps, paper, market);
        if (unknown) return unknown;
        const at = deps.clock.now();
        if (marginModeScope === 'account') return setForAll(paper, { at, marginMode, market });
        const { symbol, marketType } = market;
        const accountId = walletOf(paper.venue, marketType);
        const told = { at, accountId, symbol, marginMode };
        const refused = refusedReason(paper, { type: 'setMarginMode', ...told });
        switch (refused?.reason) {
          case undefined:
            return { kind: 'done', result: { symbol, margin_mode: marginMode } };
          case 'POSITION_OPEN':
            return rejected('CONFLICT', `${venue} keeps the mode while ${symbol} has a position`);
          case 'ORDERS_OPEN':
            return rejected('CONFLICT', `${venue} keeps the mode while ${symbol} has open orders`);
          case 'NOT_SUPPORTED':
            return rejected('INVALID', `${venue} has no margin mode ${marginMode} for ${symbol}`);
          default:
            return rejected('OTHER', refused?.text ?? '');
        }
      }),
  };
}

/** Sets one mode for all markets; untraded markets take it when they are first traded. */
function setForAll(
  paper: PaperAccount,
  { at, marginMode, market }: { at: number; marginMode: MarginMode; market: PerpMarket },
) {
  const { ledger, account, venue } = paper;
  const accountId = walletOf(venue, market.marketType);
  const positions = ledger.engine.positions(accountId);
  const isOther = (ledger.notes().marginMode ?? 'cross') !== marginMode;
  const keeps = `${account.venue} has one margin mode for all markets and keeps it while there are`;
  if (isOther && positions.some(({ lots }) => lots !== 0)) {
    return rejected('CONFLICT', `${keeps} positions`);
  }
  if (isOther && ledger.openCount() > 0) return rejected('CONFLICT', `${keeps} open orders`);
  for (const symbol of new Set([market.symbol, ...positions.map((each) => each.symbol)])) {
    ledger.run({ type: 'setMarginMode', at, accountId, symbol, marginMode });
  }
  ledger.note({ marginMode });
  return { kind: 'done' as const, result: { margin_mode: marginMode, account_wide: true } };
}
