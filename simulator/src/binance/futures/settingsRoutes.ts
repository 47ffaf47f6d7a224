import { fixedText } from '../../exchange/amounts.ts';
import { isOpen } from '../../exchange/records.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { notionalMax } from './account.ts';
import { holdingsOf } from './holdings.ts';

const done = { code: 200, msg: 'success' };

/** What an account sets for itself or for a market. */
export function settingsRoutes(root: string): Routes {
  return {
    [`GET ${root}/positionSide/dual`]: signed(({ account }) => ({
      dualSidePosition: account.isHedged,
    })),
    [`POST ${root}/positionSide/dual`]: signed(setDual),
    [`POST ${root}/leverage`]: signed(setLeverage),
    [`POST ${root}/marginType`]: signed(setMarginType),
    [`GET ${root}/symbolConfig`]: signed(symbolConfig),
    [`GET ${root}/commissionRate`]: signed(commissionRate),
  };
}

/** The engine keeps one position a market: there is no hedge mode. */
function setDual({ parameters }: Call): object {
  parameters.required('dualSidePosition');
  if (parameters.flag('dualSidePosition') === true) throw notSimulated('dualSidePosition');
  throw new Refusal(-4059, 'No need to change position side.');
}

function setLeverage(call: Call): object {
  const market = call.market();
  call.parameters.required('leverage');
  const leverage = call.parameters.whole('leverage') ?? 0;
  const reason = call.exchange.accounts.setLeverage(call.account, market, leverage);
  if (reason === 'BAD_LEVERAGE') throw new Refusal(-4028, `Leverage ${leverage} is not valid`);
  if (reason !== undefined) {
    const text = 'Leverage is smaller than permitted: insufficient margin balance.';
    throw new Refusal(-2028, text);
  }
  const most = call.wallet === 'coinm' ? 'maxQty' : 'maxNotionalValue';
  return { symbol: market.id, leverage, [most]: notionalMax };
}

function setMarginType(call: Call): object {
  const { parameters, account, settings, exchange, wallet } = call;
  const market = call.market();
  call.parameters.required('marginType');
  const bad = () => refusals.illegal('marginType', '^(ISOLATED|CROSSED)$');
  const type = parameters.word('marginType', ['ISOLATED', 'CROSSED'], bad) ?? 'CROSSED';
  if (settings.marginType(account, market.id) === type) {
    throw new Refusal(-4046, 'No need to change margin type.');
  }
  const open = exchange.orders(account, wallet).filter(isOpen);
  if (open.some((order) => order.market === market)) {
    throw new Refusal(-4047, 'Margin type cannot be changed if there exists open orders.');
  }
  if ((exchange.accounts.position(account, market)?.lots ?? 0) !== 0) {
    throw new Refusal(-4048, 'Margin type cannot be changed if there exists position.');
  }
  settings.setMarginType(account, market.id, type);
  return done;
}

function symbolConfig(call: Call): object[] {
  return holdingsOf(call).map(({ market, isIsolated, leverage }) => ({
    symbol: market.id,
    marginType: isIsolated ? 'ISOLATED' : 'CROSSED',
    ...{ isAutoAddMargin: false, leverage, maxNotionalValue: notionalMax },
  }));
}

/** A part in a million has six decimals. */
function commissionRate(call: Call): object {
  const { id, definition } = call.market();
  const rate = (ppm: number) => fixedText(BigInt(ppm) * 10n ** 12n, 6);
  return {
    symbol: id,
    makerCommissionRate: rate(definition.makerFeePpm),
    takerCommissionRate: rate(definition.takerFeePpm),
  };
}
