import type { PositionRisk, Reason } from '@windlass/matching';
import type { Market } from '../../exchange/market.ts';
import { positionAmounts } from '../../exchange/positions.ts';
import { priceOf } from '../../exchange/prices.ts';
import { isOpen } from '../../exchange/records.ts';
import { type Call, type Routes, signedBy } from '../call.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { pageOf, positionsMax } from '../lists.ts';
import { seconds, share, text } from '../wire.ts';
import { requireWallet } from './account.ts';
import { contractOf } from './parseOrder.ts';

/** @param isPerpetual Lists of dated contracts have no pages. */
export function positionRoutes(root: string, isPerpetual: boolean): Routes {
  const one = `${root}/positions/{contract}`;
  return {
    [`GET ${root}/positions`]: signedBy((call) => list(call, isPerpetual)),
    [`GET ${one}`]: signedBy((call) => position(call, named(call))),
    [`POST ${one}/leverage`]: signedBy(setLeverage),
  };
}

/** Lists open positions and, unless the request excludes them, closed ones. */
function list(call: Call, isPerpetual: boolean): object[] {
  requireWallet(call);
  const { exchange, account, wallet, query } = call;
  const isHolding = isPerpetual && query.flag('holding');
  const shown = exchange.markets(wallet).filter((market) => {
    const found = exchange.accounts.position(account, market);
    return found !== undefined && (!isHolding || found.lots !== 0);
  });
  const page = isPerpetual ? pageOf(shown, query, positionsMax) : shown;
  return page.map((market) => position(call, market));
}

/** Returns the named contract; refuses hedge mode, whose positions are at another endpoint. */
function named(call: Call): Market {
  requireWallet(call);
  if (call.account.isHedged) {
    throw new Refusal('POSITION_DUAL_MODE', 'position is in dual mode', { field: 'detail' });
  }
  return contractOf(call, call.path.contract ?? '');
}

/**
 * Returns a position. A leverage of zero means cross margin; the limit beside it is the leverage.
 */
function position({ exchange, account }: Call, market: Market): object {
  const { accounts, prices } = exchange;
  const held = accounts.position(account, market);
  const mark = prices.markPrice(market);
  const { quantity, entryPrice, notional, unrealised } = positionAmounts(market, held, mark);
  const leverage = String(accounts.leverage(account, market));
  const isCross = accounts.marginMode(account, market) === 'cross';
  const open = exchange
    .orders(account, market.wallet)
    .filter((order) => order.market === market && isOpen(order));
  const at = Math.floor(seconds(held?.updatedAt ?? 0));
  return {
    user: account.number,
    contract: market.id,
    size: Number(text(quantity)),
    leverage: isCross ? '0' : leverage,
    cross_leverage_limit: isCross ? leverage : '0',
    leverage_max: String(market.instrument.leverageMax),
    risk_limit: '1000000',
    maintenance_rate: maintenanceRate(market),
    value: text(notional < 0n ? -notional : notional),
    entry_price: text(entryPrice),
    mark_price: text(mark ?? 0n),
    unrealised_pnl: text(unrealised),
    ...marginsOf(market, accounts.risk(account, market), isCross),
    realised_pnl: text((held?.realised ?? 0n) + (held?.funding ?? 0n)),
    history_pnl: '0',
    last_close_pnl: '0',
    realised_point: '0',
    history_point: '0',
    adl_ranking: 6,
    pending_orders: open.length,
    close_order: null,
    mode: 'single',
    update_time: at,
    open_time: at,
    update_id: 1,
    trade_max_size: '0',
  };
}

/** Returns the margins. In cross mode the shown margin is the whole wallet's. */
function marginsOf(market: Market, risk: PositionRisk | undefined, isCross: boolean): object {
  if (!risk) {
    return { margin: '0', initial_margin: '0', maintenance_margin: '0', liq_price: '0' };
  }
  const { liquidationTicks, initialMargin, maintenance, collateral, equity, unrealised } = risk;
  return {
    margin: text(isCross ? equity - unrealised : collateral),
    initial_margin: text(initialMargin),
    maintenance_margin: text(maintenance),
    liq_price: liquidationTicks === undefined ? '0' : text(priceOf(market, liquidationTicks)),
  };
}

export function maintenanceRate({ instrument }: Market): string {
  return share(Number(instrument.tiers[0]?.ratePpm ?? 0n));
}

function setLeverage(call: Call): object {
  const market = named(call);
  const { exchange, account, query } = call;
  const { accounts } = exchange;
  query.required('leverage');
  const isCross = asked(call, 'leverage', market) === 0;
  if (!isCross && account.unifiedMode === 'portfolio') {
    const text = 'no isolated margin in portfolio margin mode';
    throw new Refusal('USER_PORTFOLIO_MARGIN', text, { field: 'detail' });
  }
  if (isCross && !query.has('cross_leverage_limit')) {
    throw notSimulated('cross margin without a limit');
  }
  const leverage = asked(call, isCross ? 'cross_leverage_limit' : 'leverage', market);
  const before = accounts.marginMode(account, market);
  refuse(accounts.setMarginMode(account, market, isCross ? 'cross' : 'isolated'), leverage);
  const refused = accounts.setLeverage(account, market, leverage);
  if (refused !== undefined) accounts.setMarginMode(account, market, before);
  refuse(refused, leverage);
  return position(call, market);
}

function asked({ query }: Call, name: 'leverage' | 'cross_leverage_limit', market: Market): number {
  const value = query.decimal(name);
  const leverage = Number(value);
  if (!Number.isInteger(leverage)) throw refusals.badArgument(name);
  if (leverage > market.instrument.leverageMax) throw tooHigh(leverage);
  return leverage;
}

function tooHigh(leverage: number): Refusal {
  return new Refusal('LEVERAGE_TOO_HIGH', `leverage ${leverage}`, { field: 'detail' });
}

const forbidden = 'operation forbidden with';

function refuse(reason: Reason | undefined, leverage: number): void {
  switch (reason) {
    case undefined:
      return;
    case 'POSITION_OPEN':
      throw new Refusal('POSITION_HOLDING', `${forbidden} holding position`, { field: 'detail' });
    case 'ORDERS_OPEN':
      throw new Refusal('ORDER_PENDING', `${forbidden} pending orders`, { field: 'detail' });
    case 'INSUFFICIENT_BALANCE':
      throw new Refusal('INSUFFICIENT_AVAILABLE', 'balance not enough', { field: 'detail' });
    case 'BAD_LEVERAGE':
      throw leverage < 1
        ? new Refusal('LEVERAGE_TOO_LOW', `leverage ${leverage}`, { field: 'detail' })
        : tooHigh(leverage);
    default:
      throw refusals.unknown();
  }
}
