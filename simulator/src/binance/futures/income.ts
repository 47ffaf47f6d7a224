import type { Income } from '../../exchange/income.ts';
import type { Call, Routes } from '../call.ts';
import { signed, type Wallet } from '../call.ts';
import { Refusal } from '../errors.ts';
import { money } from './answers.ts';

const kinds = {
  funding: 'FUNDING_FEE',
  realised: 'REALIZED_PNL',
  fee: 'COMMISSION',
  transfer: 'TRANSFER',
} as const satisfies Readonly<Record<Income['kind'], string>>;
const kindWords = Object.values(kinds);

const dayMs = 24 * 3_600_000;
/** The dollar-margined API keeps three months, and returns a week when no time is named. */
const terms: Readonly<Record<Wallet, { readonly keptMs: number; readonly usualMs: number }>> = {
  spot: { keptMs: 0, usualMs: 0 },
  usdm: { keptMs: 90 * dayMs, usualMs: 7 * dayMs },
  coinm: { keptMs: 200 * dayMs, usualMs: 200 * dayMs },
};
const limitDefault = 100;
const limitMax = 1_000;

/** Routes of the income that was booked on a wallet of contracts. */
export function incomeRoutes(root: string): Routes {
  return { [`GET ${root}/income`]: signed(income) };
}

function income(call: Call): object[] {
  const { exchange, account, wallet, parameters } = call;
  const market = call.optionalMarket();
  const bad = () => new Refusal(-1130, "Data sent for parameter 'incomeType' is not valid.");
  const kind = parameters.word('incomeType', kindWords, bad);
  const { from, to, isTimed } = windowOf(call);
  const limit = Math.min(parameters.whole('limit') ?? limitDefault, limitMax);
  const skipped = ((parameters.whole('page') ?? 1) - 1) * limit;
  const shown = exchange
    .incomes(account, wallet)
    .filter(({ at }) => at >= from && at <= to)
    .filter((each) => market === undefined || each.market === market)
    .filter((each) => kind === undefined || kinds[each.kind] === kind);
  // With a time named, the list starts at its oldest entry; without one, it ends at its newest.
  const page = isTimed ? shown.slice(skipped, skipped + limit) : shown.slice(-limit);
  return page.map(toRow);
}

function windowOf({ exchange, wallet, parameters }: Call) {
  const { keptMs, usualMs } = terms[wallet];
  const now = exchange.now();
  const [start, end] = [parameters.whole('startTime'), parameters.whole('endTime')];
  if (start !== undefined && wallet === 'usdm' && start < now - keptMs) {
    throw new Refusal(-4166, 'Search window is restricted to recent 90 days only.');
  }
  if (start !== undefined && (end ?? now) - start > keptMs) {
    throw new Refusal(-4165, `Invalid time interval: at most ${keptMs / dayMs} days.`);
  }
  const isTimed = start !== undefined || end !== undefined;
  return { from: start ?? now - (isTimed ? keptMs : usualMs), to: end ?? now, isTimed };
}

/**
 * Returns a row. A trade's profit and fee share a number, so numbers are unique within a kind only.
 */
function toRow({ id, kind, market, asset, amount, at, trade, wallet }: Income): object {
  const tradeId = trade === undefined ? '' : String(trade.tradeId);
  // All markets pay funding at the same moment, under the same number.
  const number = kind === 'funding' ? at * 1_000 : (trade?.tradeId ?? id);
  return {
    symbol: market?.id ?? '',
    incomeType: kinds[kind],
    income: money(amount),
    asset,
    time: at,
    info: tradeId || kinds[kind],
    // One API writes a number, the other a text with more digits than a number holds.
    tranId: wallet === 'usdm' ? number : `${number}0000001`,
    tradeId,
  };
}
