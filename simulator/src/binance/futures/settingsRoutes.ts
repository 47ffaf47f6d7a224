import { fixedText, rateOfPpm } from '../../exchange/amounts.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';
import { notionalMax } from './account.ts';
import { holdingsOf } from './holdings.ts';

const done = { code: 200, msg: 'success' };

/** Routes of the settings of an account or of one market. */
export function settingsRoutes(root: string): Routes {
  return {
    ...dualRoutes(root),
    ...leverageRoutes(root),
    [`POST ${root}/marginType`]: signed(setMarginType),
    [`GET ${root}/symbolConfig`]: signed(symbolConfig),
    ...commissionRoutes(root),
  };
}

/** Routes of the position mode, which is the same for both kinds of contracts. */
export function dualRoutes(root: string): Routes {
  return {
    [`GET ${root}/positionSide/dual`]: signed(({ account }) => ({
      dualSidePosition: account.isHedged,
    })),
    [`POST ${root}/positionSide/dual`]: signed(setDual),
  };
}

/** Route of an account's maker and taker commission. */
export function commissionRoutes(root: string): Routes {
  return { [`GET ${root}/commissionRate`]: signed(commissionRate) };
}

/** Route of the leverage. Portfolio margin accounts have it, but no margin type. */
export function leverageRoutes(root: string): Routes {
  return { [`POST ${root}/leverage`]: signed(setLeverage) };
}

/** Sets the position mode; refuses it while an order or a position is open in either API. */
function setDual({ parameters, account, exchange }: Call): object {
  parameters.required('dualSidePosition');
  const isHedged = parameters.flag('dualSidePosition') === true;
  if (isHedged === account.isHedged) throw new Refusal(-4059, 'No need to change position side.');
  const reason = exchange.accounts.setHedged(account, isHedged);
  if (reason === 'ORDERS_OPEN') {
    throw new Refusal(-4067, 'Position side cannot be changed if there exists open orders.');
  }
  if (reason !== undefined) {
    throw new Refusal(-4068, 'Position side cannot be changed if there exists position.');
  }
  return done;
}

function setLeverage(call: Call): object {
  const market = call.market();
  call.parameters.required('leverage');
  const leverage = call.parameters.whole('leverage') ?? 0;
  if (leverage < 1 || leverage > market.instrument.leverageMax) {
    throw new Refusal(-4028, `Leverage ${leverage} is not valid`);
  }
  const { accounts } = call.exchange;
  const isLess = leverage < accounts.leverage(call.account, market);
  const isHeld = accounts.isHeld(call.account, market);
  if (isLess && isHeld && accounts.marginMode(call.account, market) === 'isolated') {
    const text = 'Leverage reduction is not supported in Isolated Margin Mode with open positions';
    throw new Refusal(-4161, text);
  }
  const reason = accounts.setLeverage(call.account, market, leverage);
  if (reason === 'BAD_LEVERAGE') {
    throw new Refusal(-2027, 'Exceeded the maximum allowable position at current leverage.');
  }
  if (reason !== undefined) {
    const text = 'Leverage is smaller than permitted: insufficient margin balance.';
    throw new Refusal(-2028, text);
  }
  const most = call.wallet === 'coinm' ? 'maxQty' : 'maxNotionalValue';
  return { symbol: market.id, leverage, [most]: notionalMax };
}

function setMarginType(call: Call): object {
  const { parameters, account, exchange } = call;
  const market = call.market();
  call.parameters.required('marginType');
  const bad = () => refusals.illegal('marginType', '^(ISOLATED|CROSSED)$');
  const type = parameters.word('marginType', ['ISOLATED', 'CROSSED'], bad) ?? 'CROSSED';
  const mode = type === 'ISOLATED' ? 'isolated' : 'cross';
  if (exchange.accounts.marginMode(account, market) === mode) {
    throw new Refusal(-4046, 'No need to change margin type.');
  }
  const reason = exchange.accounts.setMarginMode(account, market, mode);
  if (reason === 'ORDERS_OPEN') {
    throw new Refusal(-4047, 'Margin type cannot be changed if there exists open orders.');
  }
  if (reason !== undefined) {
    throw new Refusal(-4048, 'Margin type cannot be changed if there exists position.');
  }
  return done;
}

function symbolConfig(call: Call): object[] {
  const markets = holdingsOf(call).filter(({ leg }) => leg !== 'short');
  return markets.map(({ market, isIsolated, leverage }) => ({
    symbol: market.id,
    marginType: isIsolated ? 'ISOLATED' : 'CROSSED',
    isAutoAddMargin: false,
    leverage,
    maxNotionalValue: notionalMax,
  }));
}

/** Returns the rates with six decimals, which a millionth needs. */
function commissionRate(call: Call): object {
  const { id, definition } = call.market();
  const rate = (ppm: number) => fixedText(rateOfPpm(ppm), 6);
  return {
    symbol: id,
    makerCommissionRate: rate(definition.makerFeePpm),
    takerCommissionRate: rate(definition.takerFeePpm),
  };
}
