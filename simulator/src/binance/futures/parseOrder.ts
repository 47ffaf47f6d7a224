import { amountText } from '@windlass/matching';
import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../../exchange/orderEntry.ts';
import type { Call } from '../call.ts';
import { checkedPrice, checkedQuantity, type StepRefusals, sides } from '../checks.ts';
import { decimalsFor } from '../decimals.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import type { Parameters } from '../parameters.ts';
import { reducesOnly } from './positionSides.ts';

const steps: StepRefusals = {
  precision: () => new Refusal(-1111, 'Precision is over the maximum defined for this asset.'),
  step: () => new Refusal(-4023, 'Qty not increased by step size.'),
  tooSmall: () => new Refusal(-4004, 'Quantity less than min quantity.'),
  tooLarge: () => new Refusal(-4005, 'Quantity greater than max quantity.'),
};
const priceSteps = {
  ...steps,
  step: () => new Refusal(-4014, 'Price not increased by tick size.'),
};

/** Returns a price parameter that the market takes. */
export function futuresPrice({ parameters }: Call, market: Market, name: string) {
  const decimalsMax = decimalsFor(market).price;
  return checkedPrice(parameters, { market, decimalsMax, name }, priceSteps);
}

const forces = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  GTX: 'POST_ONLY',
} as const;

export type ForceWord = keyof typeof forces;

export const forceWords = Object.keys(forces) as ForceWord[];

const clientIdPattern = /^[.A-Z:/a-z0-9_-]+$/;
const clientIdLengthMax = 36;

export function futuresClientId(parameters: Parameters, name: string): string | undefined {
  const id = parameters.text(name);
  if (id === undefined) return undefined;
  if (id.length > clientIdLengthMax) {
    const text = `Client order id length should not be more than ${clientIdLengthMax} chars`;
    throw new Refusal(-4015, text);
  }
  if (!clientIdPattern.test(id)) throw new Refusal(-4015, 'Client order id is not valid.');
  return id;
}

/** Returns the parameters that plain and conditional orders share. */
export function commonOf(call: Call) {
  const { parameters, account } = call;
  const market = call.market();
  parameters.required('side');
  const side = sides[parameters.word('side', ['BUY', 'SELL'], refusals.badSide) ?? 'BUY'];
  const reduceOnly = reducesOnly(parameters, account, side);
  if (parameters.flag('closePosition') === true) throw notSimulated('closePosition');
  if (parameters.text('timeInForce') === 'GTD') throw notSimulated('timeInForce GTD');
  const force = parameters.word('timeInForce', forceWords, refusals.badForce);
  const decimalsMax = decimalsFor(market).quantity;
  const text = parameters.decimal('quantity') ?? parameters.required('quantity');
  const quantity = checkedQuantity(text, { market, decimalsMax, name: 'quantity' }, steps);
  return {
    account,
    market,
    side,
    quantity,
    reduceOnly,
    ...(force !== undefined && { timeInForce: forces[force] }),
    force: force ?? 'GTC',
  } as const;
}

const plainTypes = ['LIMIT', 'MARKET'] as const;
const conditionalTypes: readonly string[] = [
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
];

export const futuresTypeWords: readonly string[] = [...plainTypes, ...conditionalTypes];

/** Understands a plain order, or refuses it in the exchange's words. */
export function parsePlain(call: Call): EnteredOrder {
  const { parameters } = call;
  const type = parameters.required('type');
  if (conditionalTypes.includes(type)) {
    const text = 'Order type not supported for this endpoint. Please use the Algo Order API';
    throw new Refusal(-4120, `${text} endpoints instead.`);
  }
  const word = parameters.word('type', plainTypes, refusals.badType);
  const { force, ...common } = commonOf(call);
  const clientOrderId = futuresClientId(parameters, 'newClientOrderId');
  const shared = { ...common, ...(clientOrderId !== undefined && { clientOrderId }) };
  const words = { force, bookType: word ?? 'MARKET' };
  if (word === 'LIMIT') {
    parameters.required('timeInForce');
    parameters.required('price');
    const price = futuresPrice(call, common.market, 'price') ?? '';
    return { ...shared, type: 'limit', price, words };
  }
  const unneeded = ['price', 'timeInForce'].find((name) => parameters.has(name));
  if (unneeded !== undefined) throw refusals.notRequired(unneeded);
  return { ...shared, type: 'market', words };
}

const unrecorded = 'The order will not be recorded in the order history';

/** Returns the engine's refusal in the exchange's words. */
export function futuresRefusal(reason: PlaceRefusal, { instrument }: Market): Refusal {
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return new Refusal(-2019, 'Margin is insufficient.');
    case 'CANNOT_FILL_ALL': {
      const text = 'could not be filled immediately, the FOK order has been rejected.';
      return new Refusal(-5021, `Due to the order ${text} ${unrecorded}`);
    }
    case 'WOULD_TAKE': {
      const text = 'could not be executed as maker, the Post Only order will be rejected.';
      return new Refusal(-5022, `Due to the order ${text} ${unrecorded}`);
    }
    case 'WOULD_TRIGGER':
      return new Refusal(-2021, 'Order would immediately trigger.');
    case 'REDUCE_ONLY_NOTHING':
      return new Refusal(-2022, 'ReduceOnly Order is rejected.');
    case 'BELOW_MINIMUM': {
      const least = amountText(instrument.minNotional);
      const text = `Order's notional must be no smaller than ${least}`;
      return new Refusal(-4164, `${text} (unless you choose reduce only).`);
    }
    case 'ABOVE_MAXIMUM':
      return steps.tooLarge();
    case 'TOO_MANY_ORDERS':
      return new Refusal(-2025, 'Reach max open order limit.');
    default:
      return refusals.unknown();
  }
}
