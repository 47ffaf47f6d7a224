import type { Side } from '../model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../model/symbol.ts';
import {
  type Capacity,
  type Carriers,
  isCarried,
  type MeasuredMarket,
  spentBy,
} from './capacity.ts';
import { amountText, unreadNotes } from './notes.ts';
import type { Check, Failure } from './types.ts';

const name = 'balance';
const code = 'INSUFFICIENT_BALANCE';

const resume: Failure = { code, advice: 'Resume an account, or name others.' };
const askAgain: Failure = { code, advice: 'Try again: no balance could be read.' };

/**
 * Checks whether the balances of the accounts cover the order, all of them together. Accounts of
 * different leverage and fees are assumed to share it in proportion to what each could carry.
 */
export function checkBalance(market: MeasuredMarket, carriers: Carriers): Check {
  const { counted, idle } = carriers;
  const currency = spentAsset(market.symbol, market.order.side);
  const { required, available } = needOf(market, carriers);
  const notes = `${idle}${unreadNotes(counted.map(({ facts }) => facts))}`;
  const needed = `${amountText(required)} ${currency} needed`;
  if (counted.length === 0) {
    const details = { required, available: 0, shortfall: required, currency };
    const message = `${needed}, and no account may trade.${notes}`;
    return { name, passed: false, message, details, failure: resume };
  }
  if (available === undefined) {
    const details = { required, available: null, shortfall: null, currency };
    const message = `${needed}, and no balance could be read.${notes}`;
    return { name, passed: false, message, details, failure: askAgain };
  }
  const message = `${needed}, ${amountText(available)} ${currency} available.${notes}`;
  if (isCarried(counted.map(({ byMoney }) => byMoney))) return { name, passed: true, message };
  const shortfall = Math.max(0, required - available);
  return { name, passed: false, message, details: { required, available, shortfall, currency } };
}

interface Need {
  /** Without the part that closes positions of the accounts. */
  readonly required: number;
  /** Undefined when the balance of no account could be read. */
  readonly available: number | undefined;
}

function needOf(market: MeasuredMarket, { counted, others }: Carriers): Need {
  const readable = counted.filter(({ facts }) => facts.power !== undefined);
  const free = ({ facts }: Capacity): number => facts.power?.free ?? 0;
  const sum = (part: (each: Capacity) => number): number =>
    readable.reduce((total, each) => total + part(each), 0);
  const spent = spentBy(market);
  const opened = Math.max(0, spent - sum(({ closed }) => closed));
  const available = sum(free);
  const carried = sum((each) => free(each) / each.rate);
  const known = readable.length > 0 ? readable : [...counted, ...others];
  const cheapest = Math.min(...known.map(({ rate }) => rate));
  return {
    required: opened * (carried > 0 ? available / carried : cheapest),
    available: readable.length > 0 ? available : undefined,
  };
}

/** Returns the asset that is spent; for contracts the margin asset, on either side. */
function spentAsset(symbol: InstrumentSymbol, side: Side): string {
  const { base, quote, settle } = symbolParts(symbol);
  return settle ?? (side === 'buy' ? quote : base);
}
