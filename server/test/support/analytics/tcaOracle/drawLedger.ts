import { roundTo } from '../../../../src/kit/numbers.ts';
import type { Random } from '../../../../src/kit/random.ts';
import type { LedgerRecord } from '../../../../src/trading/analytics/types.ts';
import { makeLedgerRecord } from '../reportFixture.ts';
import { countBelow, maybe, pick } from './pick.ts';

/** Draws funding, profits and losses, and rebates that a summary must ignore. */
export function drawLedger(random: Random, symbols: readonly string[]): LedgerRecord[] {
  return Array.from({ length: countBelow(random, 80) }, (_, i) => drawRecord(random, symbols, i));
}

function drawRecord(random: Random, symbols: readonly string[], i: number): LedgerRecord {
  const symbol = pick(random, symbols);
  const [, , settle = ''] = symbol.split(/[/:-]/);
  const size = random.next() < 0.1 ? 0 : random.between(-300, 300);
  const record = makeLedgerRecord({
    symbol,
    asset: settle,
    entryId: `${i}`,
    amount: `${roundTo(size, 6)}`,
    kind: pick(random, ['funding', 'realised', 'realised', 'rebate'] as const),
    usd: maybe(random, 0.8, random.between(0.98, 1.01)),
  });
  return random.next() < 0.05 ? { ...record, symbol: undefined } : record;
}
