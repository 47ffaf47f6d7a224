import type { Income } from '../exchange/income.ts';
import { priceOf } from '../exchange/prices.ts';
import type { Call } from './call.ts';
import { hourlyAmount } from './fundingRates.ts';
import { uuidOf } from './ids.ts';
import { isoTime, toNumber } from './numbers.ts';
import { assetId, marginName, type Wallet } from './traits.ts';

const pageDefault = 500;
const pageMax = 100_000;

interface Row {
  readonly id: number;
  readonly at: number;
  readonly info: string;
  readonly fields: object;
}

/** GET history/v3/account-log: all bookings, or those of a range of times or numbers. */
export function accountLog(call: Call): object {
  const { parameters, account } = call;
  const since = parameters.whole('since') ?? 0;
  const before = parameters.whole('before') ?? Number.POSITIVE_INFINITY;
  const from = parameters.whole('from') ?? 0;
  const to = parameters.whole('to') ?? Number.POSITIVE_INFINITY;
  const kind = parameters.text('info');
  const count = Math.min(parameters.whole('count') ?? pageDefault, pageMax);
  const sign = parameters.word('sort', ['asc', 'desc']) === 'asc' ? 1 : -1;
  const logs = rowsOf(call)
    .filter(({ at }) => at >= since && at < before)
    .filter(({ id }) => id >= from && id <= to)
    .filter(({ info }) => kind === undefined || info === kind)
    .sort((a, b) => sign * (a.id - b.id))
    .slice(0, count);
  return {
    accountUid: uuidOf('account', account.number),
    logs: logs.map(({ id, at, info, fields }) => ({
      ...blank,
      ...fields,
      id,
      date: isoTime(at),
      info,
    })),
  };
}

const blank = {
  asset: null,
  booking_uid: null,
  collateral: null,
  contract: null,
  execution: null,
  fee: null,
  funding_rate: null,
  margin_account: null,
  mark_price: null,
  new_average_entry_price: null,
  old_average_entry_price: null,
  realized_funding: null,
  realized_pnl: null,
  trade_price: null,
  conversion_spread_percentage: null,
  liquidation_fee: null,
  position_uid: null,
} as const;

function rowsOf(call: Call): readonly Row[] {
  const wallets: readonly Wallet[] = ['cash', 'flex', 'margin'];
  return wallets.flatMap((wallet) => {
    const incomes = call.exchange.incomes(call.account, wallet);
    return bookings(incomes).flatMap((booking) => rowsOfBooking(call, booking));
  });
}

/**
 * Groups bookings: the profit and the fee of a trade are one, and every other booking is on its
 * own.
 */
function bookings(incomes: readonly Income[]): readonly (readonly [Income, ...Income[]])[] {
  const groups = new Map<string, [Income, ...Income[]]>();
  for (const income of incomes) {
    const { trade, id } = income;
    const key = trade ? `${trade.tradeId} ${trade.orderId}` : `income ${id}`;
    const group = groups.get(key);
    if (group) group.push(income);
    else groups.set(key, [income]);
  }
  return [...groups.values()];
}

function rowsOfBooking(call: Call, [first, ...rest]: readonly [Income, ...Income[]]): Row[] {
  const { id, at, asset, market, wallet } = first;
  const shared = {
    asset: assetId(asset).toLowerCase(),
    booking_uid: uuidOf('booking', id),
    contract: market ? market.id.toLowerCase() : null,
    margin_account: wallet === 'margin' ? marginName(asset) : wallet,
  };
  // A booking has at most two rows.
  const number = id * 2;
  if (first.kind === 'transfer') {
    return [{ id: number, at, info: 'transfer', fields: shared }];
  }
  if (first.kind === 'funding') {
    const fields = { ...shared, fee: 0, ...fundingFields(call, first) };
    return [{ id: number, at, info: 'funding rate change', fields }];
  }
  const trade = tradeFields([first, ...rest]);
  const info = 'futures trade';
  // A trade changes the cash and the size of a position; each has a row of its own.
  return [
    { id: number, at, info, fields: { ...shared, ...trade } },
    {
      id: number + 1,
      at,
      info,
      fields: { ...shared, ...trade, asset: shared.contract, fee: null, realized_pnl: null },
    },
  ];
}

function fundingFields(call: Call, { market, amount, funding }: Income): object {
  const rate = market && funding ? hourlyAmount(call.exchange, market, funding.rate) : 0n;
  return { realized_funding: toNumber(amount), funding_rate: toNumber(rate) };
}

function tradeFields(incomes: readonly Income[]): object {
  const sum = (kind: Income['kind']) =>
    incomes.reduce((all, each) => (each.kind === kind ? all + each.amount : all), 0n);
  const [{ market, trade } = { market: undefined, trade: undefined }] = incomes;
  const price = market && trade ? toNumber(priceOf(market, trade.ticks)) : null;
  return {
    fee: toNumber(-sum('fee')),
    realized_pnl: toNumber(sum('realised')),
    trade_price: price,
    mark_price: price,
    execution: trade ? uuidOf('fill', trade.tradeId) : null,
  };
}
