import type { EnteredOrder } from '../../exchange/orderEntry.ts';
import type { Call } from '../call.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import type { Parameters } from '../parameters.ts';
import { commonOf, futuresClientId, futuresPrice } from './parseOrder.ts';

const types = {
  STOP: 'stop_loss_limit',
  STOP_MARKET: 'stop_loss',
  TAKE_PROFIT: 'take_profit_limit',
  TAKE_PROFIT_MARKET: 'take_profit',
  TRAILING_STOP_MARKET: 'trailing_stop',
} as const;

type ConditionalType = keyof typeof types;

const typeWords = Object.keys(types) as ConditionalType[];
const workingTypes = ['CONTRACT_PRICE', 'MARK_PRICE'] as const;

/** Understands a conditional order, or refuses it in the exchange's words. */
export function parseConditional(call: Call): EnteredOrder {
  const { parameters } = call;
  parameters.required('algoType');
  parameters.word('algoType', ['CONDITIONAL'], () =>
    refusals.illegal('algoType', '^(CONDITIONAL)$'),
  );
  parameters.required('type');
  const type = parameters.word('type', typeWords, refusals.badType) ?? 'STOP';
  const { force, ...common } = commonOf(call);
  const clientOrderId = futuresClientId(parameters, 'clientAlgoId');
  const isLimit = type === 'STOP' || type === 'TAKE_PROFIT';
  if (isLimit) parameters.required('price');
  else if (parameters.has('price')) throw refusals.notRequired('price');
  const price = futuresPrice(call, common.market, 'price');
  const badWorking = () => refusals.illegal('workingType', '^(CONTRACT_PRICE|MARK_PRICE)$');
  const workingType = parameters.word('workingType', workingTypes, badWorking);
  const words = {
    force,
    algoType: type,
    bookType: isLimit ? 'LIMIT' : 'MARKET',
    workingType: workingType ?? 'CONTRACT_PRICE',
  };
  const shared = {
    ...common,
    type: types[type],
    ...(price !== undefined && { price }),
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
  // A limit order keeps its time in force; a market order has none.
  const { timeInForce, ...rest } = shared;
  const kept = isLimit ? shared : rest;
  if (type === 'TRAILING_STOP_MARKET') {
    const { callbackRate, trailingPpm } = distanceOf(parameters);
    return { ...kept, trailingPpm, words: { ...words, callbackRate } };
  }
  parameters.required('triggerPrice');
  const triggerPrice = futuresPrice(call, common.market, 'triggerPrice') ?? '';
  return { ...kept, stopPrice: triggerPrice, words: { ...words, triggerPrice } };
}

/** Returns the callback rate, a percentage of the price with at most one decimal. */
function distanceOf(parameters: Parameters): { callbackRate: string; trailingPpm: number } {
  if (parameters.has('activatePrice')) throw notSimulated('activatePrice');
  const callbackRate = parameters.decimal('callbackRate') ?? parameters.required('callbackRate');
  const percent = Number(callbackRate);
  if (percent < 0.1 || percent > 10) throw new Refusal(-2007, 'Invalid callBack rate.');
  return { callbackRate, trailingPpm: Math.round(percent * 10_000) };
}
