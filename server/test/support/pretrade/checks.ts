import type {
  AnalysisDraft,
  Check,
  CheckName,
  Validation,
} from '../../../src/trading/pretrade/types.ts';
import { marketDraft, type PretradeHouse, pretradeHouse } from './fixture.ts';

type Changes = Partial<AnalysisDraft>;

/** Accounts `a` at binance and `b` at kraken, in a spot market and a perpetual around 100. */
export interface CheckedHouse {
  readonly house: PretradeHouse;
  checked(changes?: Changes): Promise<Validation>;
  check(name: CheckName, changes?: Changes): Promise<Check>;
}

export const spot = 'BTC/USDT';
export const perp = 'BTC/USDT:USDT';
export const both = { accountIds: ['a', 'b'] };

export function checkedHouse(): CheckedHouse {
  const house = pretradeHouse();
  house.account('a', 'binance', { dailyLimitMicroUsd: 1e12 });
  house.account('b', 'kraken', { dailyLimitMicroUsd: 1e12 });
  for (const name of [spot, perp]) {
    for (const venue of ['binance', 'kraken']) house.list(venue, name);
    house.show('binance', name, [[[99, 1]], [[101, 1]]]);
    house.show('kraken', name, [[[98, 1]], [[102, 1]]]);
  }
  const checked = async (changes: Changes = {}): Promise<Validation> => {
    const draft = { ...marketDraft, ...changes };
    return (await house.answer(house.pretrade.analyze(draft))).validation;
  };
  return {
    house,
    checked,
    async check(name, changes = {}) {
      const found = (await checked(changes)).checks.find((each) => each.name === name);
      if (!found) throw new Error(`no ${name}`);
      return found;
    },
  };
}
