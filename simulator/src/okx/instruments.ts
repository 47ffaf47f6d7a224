import type { Market } from '../exchange/market.ts';
import { familyOf, instTypeOf } from './traits.ts';

const unbounded = '9999999999';

/** Returns a market as the list of instruments has it, with its fee group. */
export function instrumentAnswer(
  { id, definition, instrument, settle }: Market,
  groupId: string,
): object {
  const { kind, base, quote, tick, lot, minQuantity, maxQuantity, expiry } = definition;
  const family = familyOf(definition);
  const isSpot = kind === 'spot';
  const most = maxQuantity ?? unbounded;
  return {
    instType: instTypeOf(definition),
    instId: id,
    category: '1',
    alias: '',
    groupId,
    uly: isSpot ? '' : family,
    instFamily: isSpot ? '' : family,
    baseCcy: isSpot ? base : '',
    quoteCcy: isSpot ? quote : '',
    settleCcy: isSpot ? '' : settle,
    ...contractOf(definition),
    optType: '',
    stk: '',
    listTime: '1548133413000',
    expTime: expiry === undefined ? '' : String(expiry),
    lever: isSpot ? '10' : String(instrument.leverageMax),
    tickSz: tick,
    lotSz: lot,
    minSz: minQuantity,
    ruleType: 'normal',
    state: 'live',
    maxLmtSz: most,
    maxMktSz: most,
    maxTwapSz: most,
    maxIcebergSz: most,
    maxTriggerSz: most,
    maxStopSz: most,
    maxLmtAmt: '20000000',
    maxMktAmt: '1000000',
  };
}

/** Returns the fields of a contract's value, which are blank on spot. */
function contractOf({ kind, base, quote, isInverse, contractSize }: Market['definition']): object {
  if (kind === 'spot') return { ctVal: '', ctMult: '', ctValCcy: '', ctType: '' };
  const ctType = isInverse === true ? 'inverse' : 'linear';
  const ctValCcy = isInverse === true ? quote : base;
  return { ctVal: contractSize ?? '1', ctMult: '1', ctValCcy, ctType };
}
