import type { VenueFill } from '../../../server/src/trading/venues/venuePort.ts';
import { sum, times, units } from '../exactSum.ts';
import type { SimStore } from '../simStore.ts';
import { venueFills } from '../tables.ts';
import type { World } from '../world.ts';
import { swapSymbol } from './market.ts';

interface EntryLine {
  readonly kind: string;
  readonly entry_json: string;
}

/** Tolerance of calculated profits, in the quote: the venue rounds entry prices. */
const offMax = 0.000_01;

/**
 * Checks that wallets of contracts equal the first balances plus bookings and payments, to the last
 * digit.
 */
export async function checkWallets(
  world: World,
  store: SimStore,
  first: Readonly<Record<string, string>>,
): Promise<void> {
  const { signal } = new AbortController();
  const { USDT: firstUsdt } = first;
  for (const [accountId, door] of world.venues.doors) {
    const fills = venueFills(store)
      .filter((fill) => fill.accountId === accountId && fill.value.marketType === 'swap')
      .map(({ value }) => value);
    const booked = (kind: string) =>
      sum(entriesOf(store, accountId, kind).map((text) => units(text)));
    const fees = sum(fills.map(({ fee }) => units(fee)));
    const due = units(firstUsdt ?? '0') + booked('realised') + booked('funding') - fees;
    const { USDT } = await door.balances('swap', signal);
    if (units(USDT?.total ?? '0') !== due) {
      world.wrong(`${accountId} has ${USDT?.total} USDT for contracts; its books make ${due}`);
    }
    const profit = profitOf(fills);
    if (Math.abs(profit - Number(booked('realised')) / 1e18) > offMax) {
      world.wrong(`${accountId} was booked ${booked('realised')}; its fills brought ${profit}`);
    }
    const positions = (await door.positions?.('swap', swapSymbol, signal)) ?? [];
    const held = positions.map(({ side, contracts, contractSize }) =>
      side === 'long' ? contracts * contractSize : -contracts * contractSize,
    );
    const made = Number(sum(fills.map(signed))) / 1e18;
    if (Math.abs(held.reduce((all, each) => all + each, 0) - made) > 1e-9) {
      world.wrong(`${accountId} holds ${held.join(' ')} contracts; its fills make ${made}`);
    }
  }
}

function entriesOf({ rows }: SimStore, accountId: string, kind: string): readonly string[] {
  const lines = rows<EntryLine>(
    'select kind, entry_json from paper_ledger where kind = ? and account like ?',
    ...[kind, `${accountId}@%`],
  );
  return lines.map(({ entry_json }) => (JSON.parse(entry_json) as { amount: string }).amount);
}

function signed({ side, quantity }: VenueFill): bigint {
  return side === 'buy' ? units(quantity) : -units(quantity);
}

/** Returns the profit by the mean price of the open position, fill by fill. */
function profitOf(fills: readonly VenueFill[]): number {
  let [position, cost, profit] = [0n, 0n, 0n];
  for (const fill of [...fills].sort((a, b) => Number(a.venueTradeId) - Number(b.venueTradeId))) {
    const change = signed(fill);
    const paid = (change > 0n ? 1n : -1n) * times(fill.price, fill.quantity);
    const isReducing = position !== 0n && position > 0n !== change > 0n;
    if (!isReducing) {
      position += change;
      cost += paid;
      continue;
    }
    const size = (value: bigint) => (value < 0n ? -value : value);
    const given = size(change) < size(position) ? size(change) : size(position);
    const back = (cost * given) / size(position);
    profit -= back + (paid * given) / size(change);
    cost -= back;
    // The rest opens a new position at this price.
    cost += paid - (paid * given) / size(change);
    position += change;
  }
  return Number(profit) / 1e18;
}
