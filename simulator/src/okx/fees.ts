import { amountText } from '@windlass/matching';
import { rateOfPpm } from '../exchange/amounts.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { type Call, type Routes, signed, wallet } from './call.ts';
import { Refusal, refusals } from './errors.ts';
import { familyOf, type InstType, instTypeOf, instTypeWords } from './traits.ts';

export const feeRoutes: Routes = {
  'GET /api/v5/account/trade-fee': signed((call) => [tradeFee(call)]),
};

/**
 * Returns the number of a fee group: markets of a kind with equal fees, in the order of opening.
 */
export function feeGroupOf(exchange: Exchange, market: Market): string {
  const fees = feesKey(market);
  const all = exchange
    .markets(wallet)
    .filter((each) => isOfType(each, instTypeOf(market.definition)));
  const groups = new Set(all.map(feesKey));
  return String([...groups].indexOf(fees) + 1);
}

function feesKey({ definition }: Market): string {
  return `${definition.makerFeePpm} ${definition.takerFeePpm}`;
}

function isOfType({ definition }: Market, instType: InstType): boolean {
  return instTypeOf(definition) === instType;
}

function tradeFee({ exchange, fields, ...call }: Call): object {
  fields.required('instType');
  const instType = fields.word('instType', instTypeWords);
  if (instType === undefined) throw refusals.wrong('instType');
  const all = exchange.markets(wallet).filter((each) => isOfType(each, instType));
  const markets = named({ fields, ...call }, instType, all);
  const groups = new Map(markets.map((each) => [feeGroupOf(exchange, each), each]));
  return {
    category: '1',
    delivery: instType === 'FUTURES' ? '0.0001' : '',
    exercise: '',
    instType,
    level: 'Lv1',
    settle: '',
    ruleType: 'normal',
    fiat: [],
    ...oldFields(instType, markets.length === 0 ? all : markets),
    feeGroup: [...groups].map(([groupId, market]) => ({
      groupId,
      ...ratesOf(market),
      rpiMaker: '',
    })),
    ts: String(exchange.now()),
  };
}

/** Returns the markets that the request names in its kind's way; all of the kind without a name. */
function named(
  { fields, optionalMarket }: Pick<Call, 'fields' | 'optionalMarket'>,
  instType: InstType,
  all: readonly Market[],
): readonly Market[] {
  if (instType === 'SPOT') {
    const one = optionalMarket();
    if (one && !all.includes(one)) throw refusals.noInstrument();
    return one ? [one] : all;
  }
  const family = fields.text('instFamily') ?? fields.text('uly');
  if (family === undefined) return all;
  const found = all.filter((each) => familyOf(each.definition) === family);
  if (found.length === 0) throw new Refusal('51014', "Index doesn't exist.");
  return found;
}

interface RateTexts {
  readonly maker: string;
  readonly taker: string;
}

/** Returns a market's rates, which are below zero when the account pays. */
function ratesOf({ definition }: Market): RateTexts {
  const text = (ppm: number) => amountText(rateOfPpm(-ppm));
  return { maker: text(definition.makerFeePpm), taker: text(definition.takerFeePpm) };
}

const none: RateTexts = { maker: '', taker: '' };

/** Returns the older fields, from before the groups: a pair of rates for each settlement. */
function oldFields(instType: InstType, markets: readonly Market[]): object {
  const of = (isMeant: (market: Market) => boolean) => {
    const found = markets.find(isMeant);
    return found ? ratesOf(found) : none;
  };
  if (instType === 'SPOT') {
    const dollars = of(({ definition }) => definition.quote === 'USDT');
    const others = of(({ definition }) => definition.quote !== 'USDT');
    return { ...dollars, ...suffixed(none, 'U'), ...suffixed(others, 'USDC') };
  }
  const settled = (asset: string) => of(({ settle }) => settle === asset);
  const inCoins = of(({ definition }) => definition.isInverse === true);
  return { ...inCoins, ...suffixed(settled('USDT'), 'U'), ...suffixed(settled('USDC'), 'USDC') };
}

function suffixed({ maker, taker }: RateTexts, suffix: string): object {
  return { [`maker${suffix}`]: maker, [`taker${suffix}`]: taker };
}
