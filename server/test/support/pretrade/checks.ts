import type {
  AnalysisDraft,
  Check,
  CheckName,
  Validation,
} from '../../../src/trading/pretrade/types.ts';
import { marketDraft, type PretradeBench, pretradeBench } from './fixture.ts';

type Changes = Partial<AnalysisDraft>;

/** Accounts `a` at binance and `b` at kraken, in a spot market and a perpetual around 100. */
export interface CheckedBench {
  readonly bench: PretradeBench;
  checked(changes?: Changes): Promise<Validation>;
  check(name: CheckName, changes?: Changes): Promise<Check>;
}

export const spot = 'BTC/USDT';
export const perp = 'BTC/USDT:USDT';
export const both = { accountIds: ['a', 'b'] };

export function checkedBench(): CheckedBench {
  const bench = pretradeBench();
  bench.account('a', 'binance', { dailyLimitMicroUsd: 1e12 });
  bench.account('b', 'kraken', { dailyLimitMicroUsd: 1e12 });
  for (const name of [spot, perp]) {
    for (const venue of ['binance', 'kraken']) bench.list(venue, name);
    bench.show('binance', name, [[[99, 1]], [[101, 1]]]);
    bench.show('kraken', name, [[[98, 1]], [[102, 1]]]);
  }
  const checked = async (changes: Changes = {}): Promise<Validation> => {
    const draft = { ...marketDraft, ...changes };
    return (await bench.answer(bench.pretrade.analyze(draft))).validation;
  };
  return {
    bench,
    checked,
    async check(name, changes = {}) {
      const found = (await checked(changes)).checks.find((each) => each.name === name);
      if (!found) throw new Error(`no ${name}`);
      return found;
    },
  };
}
