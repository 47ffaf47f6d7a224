import { type Exact, negateExact } from '../../../../kit/exact.ts';
import { type InstrumentSymbol, symbolParts } from '../../../model/symbol.ts';
import { fractionToBps } from '../../shared/feeBps.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { FeesDialect } from '../../shared/live/feesDialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { toVenueInstrument } from '../symbols.ts';
import { type TradeFee, tradeFee } from './endpoints.ts';
import { exactIn, rowOf, textIn } from './rows.ts';

/** Reads the account's fees in one market, including its discounts there. */
export const okxAccountFees: FeesDialect = {
  marketTypes: ['spot', 'swap', 'future'],
  async tradingFee({ client }, { symbol }) {
    const row = rowOf(await tradeFee(client, questionOf(symbol)));
    const groupId = textIn(client.market(symbol).info, 'groupId');
    const rates = groupRates(row, groupId) ?? flatRates(row, symbol);
    if (!rates) throw new DialectRefusal(`The exchange reports no fees for ${symbol}.`);
    return {
      // Fees that the account pays are negative there.
      makerBps: fractionToBps(negateExact(rates.maker)),
      takerBps: fractionToBps(negateExact(rates.taker)),
      tier: textIn(row, 'level'),
      isTierBased: true,
    };
  },
};

interface Rates {
  readonly maker: Exact;
  readonly taker: Exact;
}

/** Fees of contracts are requested by their family, which is the pair. */
function questionOf(symbol: InstrumentSymbol): TradeFee {
  const { instId, instType } = required(toVenueInstrument(symbol), `name of ${symbol}`);
  const isSpot = instType === 'SPOT';
  return {
    instType,
    instId: isSpot ? instId : undefined,
    instFamily: isSpot ? undefined : instId.split('-').slice(0, 2).join('-'),
  };
}

/**
 * Returns the rates of the group that the list of markets names; of the only group when it names
 * none.
 */
function groupRates(row: Fields, groupId: string | undefined): Rates | undefined {
  const groups = Array.isArray(row.feeGroup) ? row.feeGroup.filter(isFields) : [];
  if (groupId === undefined) return groups.length === 1 ? ratesIn(groups[0], '') : undefined;
  const own = groups.find((group) => textIn(group, 'groupId') === groupId);
  // Other groups do not apply to this market, nor do the old fields beside them.
  if (groups.length > 0 && !own) throw new DialectRefusal(`There are no fees of group ${groupId}.`);
  return ratesIn(own, '');
}

/**
 * Reads the old fields, when an answer has no groups: one pair of them for each kind of settlement.
 */
function flatRates(row: Fields, symbol: InstrumentSymbol): Rates | undefined {
  const { quote, settle } = symbolParts(symbol);
  if (settle !== undefined) return ratesIn(row, contractSuffixes[settle] ?? '');
  const fiats = Array.isArray(row.fiat) ? row.fiat.filter(isFields) : [];
  const fiat = fiats.find((each) => textIn(each, 'ccy') === quote);
  if (fiat) return ratesIn(fiat, '');
  return (quote === 'USDT' ? undefined : ratesIn(row, 'USDC')) ?? ratesIn(row, '');
}

/** Without a suffix they belong to contracts that are settled in their coin. */
const contractSuffixes: Readonly<Record<string, string>> = { USDT: 'U', USDC: 'USDC' };

function ratesIn(record: Fields | undefined, suffix: string): Rates | undefined {
  const maker = record && exactIn(record, `maker${suffix}`);
  const taker = record && exactIn(record, `taker${suffix}`);
  return maker && taker && { maker, taker };
}
