import type { Market } from '../exchange/market.ts';
import { isOpen } from '../exchange/records.ts';
import { type Call, marginedMarket, type Routes, signed } from './call.ts';
import { notSimulated, Refusal, refusals } from './errors.ts';
import { unified } from './traits.ts';

export const settingRoutes: Routes = {
  'POST /v5/position/set-leverage': signed(setLeverage),
  'GET /v5/account/info': signed(accountInfo),
  'POST /v5/account/set-margin-mode': signed(setMarginMode),
  'POST /v5/position/switch-mode': signed(switchMode),
};

/** Sets the leverage. Both sides have to be equal, as a one-way position has only one. */
function setLeverage(call: Call): object {
  const market = marginedMarket(call);
  const { parameters, exchange, account } = call;
  const [buy, sell] = [parameters.required('buyLeverage'), parameters.required('sellLeverage')];
  if (buy !== sell) throw new Refusal(10001, 'buy leverage not equal sell leverage');
  const leverage = Number(buy);
  if (!(leverage >= 1)) throw refusals.invalid('leverage');
  if (leverage === exchange.accounts.leverage(account, market)) {
    throw new Refusal(110043, 'leverage not modified');
  }
  const reason = exchange.accounts.setLeverage(account, market, leverage);
  if (reason === 'BAD_LEVERAGE') {
    throw new Refusal(110013, 'Cannot set leverage due to risk limit level.');
  }
  if (reason !== undefined) throw new Refusal(110012, 'Insufficient available balance.');
  return {};
}

const hedgedMode = 3;

/** Switches all perpetuals in USDT at once; a position mode of a single symbol is not simulated. */
function switchMode({ parameters, exchange, account }: Call): object {
  if (parameters.required('category') !== 'linear') throw refusals.noCategory();
  if (parameters.has('symbol')) throw notSimulated('a position mode of one symbol');
  if (parameters.required('coin') !== 'USDT') throw refusals.invalid('coin');
  const mode = parameters.whole('mode');
  if (mode !== 0 && mode !== hedgedMode) throw refusals.invalid('mode');
  const isHedged = mode === hedgedMode;
  if (isHedged === account.isHedged) {
    throw new Refusal(110025, 'Position mode has not been modified.');
  }
  const reason = exchange.accounts.setHedged(account, isHedged);
  if (reason === 'ORDERS_OPEN') {
    throw new Refusal(110028, 'You have existing open orders, so position mode cannot be switched');
  }
  if (reason !== undefined) {
    throw new Refusal(110024, 'You have an existing position, so position mode cannot be switched');
  }
  return {};
}

const modes = { REGULAR_MARGIN: 'cross', ISOLATED_MARGIN: 'isolated' } as const;
type ModeWord = keyof typeof modes;

/** Returns the account's margin mode, which all its contracts share. */
function accountInfo({ exchange, account }: Call): object {
  const [first] = contractsOf(exchange);
  const mode = first ? exchange.accounts.marginMode(account, first) : 'cross';
  const words = Object.keys(modes) as ModeWord[];
  return {
    marginMode: words.find((word) => modes[word] === mode),
    updatedTime: String(exchange.now()),
    unifiedMarginStatus: 6,
    dcpStatus: 'OFF',
    timeWindow: 0,
    smpGroup: 0,
    isMasterTrader: false,
    spotHedgingStatus: 'OFF',
  };
}

/** Sets the margin mode. While anything is open it is refused as a whole, with all the reasons. */
function setMarginMode(call: Call): object {
  const { parameters, exchange, account } = call;
  parameters.required('setMarginMode');
  const asked = parameters.word('setMarginMode', Object.keys(modes) as ModeWord[]);
  if (asked === undefined) throw refusals.invalid('setMarginMode');
  const contracts = contractsOf(exchange);
  const isSet = contracts.every(
    (market) => exchange.accounts.marginMode(account, market) === modes[asked],
  );
  const reasons = isSet ? [] : reasonsAgainst(call, contracts);
  if (reasons.length > 0)
    throw new Refusal(3400045, 'Set margin mode failed', { result: { reasons } });
  for (const market of contracts) {
    exchange.accounts.setMarginMode(account, market, modes[asked]);
  }
  return { reasons };
}

function reasonsAgainst({ exchange, account }: Call, contracts: readonly Market[]): object[] {
  const isHeld = contracts.some((market) => exchange.accounts.isHeld(account, market));
  const isOrdered = exchange
    .orders(account, unified)
    .some((order) => order.market.definition.kind !== 'spot' && isOpen(order));
  return [
    ...(isOrdered
      ? [reason('3400002', 'Please ensure that there are no active orders in your account')]
      : []),
    ...(isHeld
      ? [reason('3400001', 'Please ensure that there are no positions in your account')]
      : []),
  ];
}

function reason(reasonCode: string, reasonMsg: string): object {
  return { reasonCode, reasonMsg };
}

function contractsOf(exchange: Call['exchange']): readonly Market[] {
  return exchange.markets(unified).filter(({ definition }) => definition.kind !== 'spot');
}
