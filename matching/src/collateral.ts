import type { Account } from './account.ts';
import { ceilDiv, ppmWhole, wholeUnit } from './amounts.ts';
import { accountOf, type Core, marketOf } from './core.ts';
import { openPositions, profitAndMarginAt } from './margins.ts';
import { isOpen, type Order, remainingLots } from './order.ts';
import { baseOf, type Instrument, worthOf } from './rules.ts';

/** Worth of an asset as collateral: the dollars of a whole unit, and the part that counts. */
export interface Terms {
  readonly price: bigint;
  readonly ratePpm: bigint;
}

/**
 * Returns undefined for an asset that stands by itself: it is no collateral, or its price is
 * unknown.
 */
export function termsOf(core: Core, account: Account, asset: string): Terms | undefined {
  const ratePpm = account.collateral?.get(asset);
  const price = ratePpm === undefined ? undefined : core.prices.get(asset);
  return ratePpm === undefined || price === undefined ? undefined : { price, ratePpm };
}

/** Returns the dollars that an amount counts: at its rate, rounded down; debts count in full. */
export function dollarsOf({ price, ratePpm }: Terms, amount: bigint): bigint {
  if (amount < 0n) return -neededDollars({ price }, -amount);
  return (amount * price * ratePpm) / (wholeUnit * ppmWhole);
}

/** Returns the dollars needed for an amount that is held, lost or owed: in full, rounded up. */
export function neededDollars({ price }: Pick<Terms, 'price'>, amount: bigint): bigint {
  return ceilDiv(amount * price, wholeUnit);
}

/** Returns the amount of an asset that dollars carry, rounded down also below zero. */
export function amountFor({ price }: Pick<Terms, 'price'>, dollars: bigint): bigint {
  return dollars < 0n ? -ceilDiv(-dollars * wholeUnit, price) : (dollars * wholeUnit) / price;
}

/** An asset of the collateral, and the account's amounts that are counted in it. */
export interface Line {
  readonly asset: string;
  readonly terms: Terms;
  readonly total: bigint;
  readonly reserved: bigint;
  /** Unrealised profit of the positions that settle in it. */
  unrealised: bigint;
  maintenance: bigint;
  /** Held by open spot orders, which pay with it from its own wallet. */
  spotHeld: bigint;
  /** Dollars that those orders bring in its place, at most as much as they take. */
  brought: bigint;
}

/** Returns the assets that together back an account's contracts, without its orders. */
export function linesOf(core: Core, account: Account): Map<string, Line> {
  const lines = new Map<string, Line>();
  for (const asset of account.collateral?.keys() ?? []) {
    const terms = termsOf(core, account, asset);
    if (!terms) continue;
    const { total = 0n, reserved = 0n } = account.wallets.get(asset) ?? {};
    const sums = { unrealised: 0n, maintenance: 0n, spotHeld: 0n, brought: 0n };
    lines.set(asset, { asset, terms, total, reserved, ...sums });
  }
  for (const { position, market } of openPositions(core, account.accountId)) {
    const line = lines.get(market.instrument.settle);
    if (!line) continue;
    const standing = profitAndMarginAt(market.instrument, position, market.mark);
    line.unrealised += standing.unrealised;
    line.maintenance += standing.maintenance;
  }
  return lines;
}

/** Sums of an account's collateral, in dollars of 10^-18. */
export interface CollateralSums {
  /** Wallets with the unrealised profit of the positions that settle in them. */
  readonly equity: bigint;
  readonly maintenance: bigint;
  /** Wallets alone: profit that is not taken cannot pay a loss. */
  readonly taken: bigint;
  /** Maximum that new orders of contracts may hold; negative when more is held than there is. */
  readonly available: bigint;
}

/** Returns undefined for an account whose assets each stand by themselves. */
export function collateralSums(core: Core, accountId: string): CollateralSums | undefined {
  const account = core.accounts.get(accountId);
  if (!account?.collateral) return undefined;
  return { ...profitAndMarginSums(core, account), available: availableOf(core, account) };
}

export function profitAndMarginSums(
  core: Core,
  account: Account,
): Omit<CollateralSums, 'available'> {
  return sumsOf(linesOf(core, account).values());
}

export function sumsOf(lines: Iterable<Line>): Omit<CollateralSums, 'available'> {
  let [equity, maintenance, taken] = [0n, 0n, 0n];
  for (const { terms, total, unrealised, maintenance: kept } of lines) {
    equity += dollarsOf(terms, total + unrealised);
    maintenance += neededDollars(terms, kept);
    taken += dollarsOf(terms, total);
  }
  return { equity, maintenance, taken };
}

/** Returns the dollars that nothing holds yet: losses not taken count, gains do not. */
export function availableOf(core: Core, account: Account): bigint {
  let available = 0n;
  for (const line of linesWithOrders(core, account).values()) available += leftOf(line);
  return available;
}

function leftOf(line: Line): bigint {
  const { terms, reserved, spotHeld, brought } = line;
  return dollarsOf(terms, spendableOf(line)) + brought - neededDollars(terms, reserved - spotHeld);
}

/** Returns the dollars held beyond the worth of the wallets, losses not taken apart. */
export function heldBeyond(core: Core, account: Account): bigint {
  let left = 0n;
  for (const line of linesWithOrders(core, account).values())
    left += leftOf({ ...line, unrealised: 0n });
  return -left;
}

/** Returns the collateral assets of which spot orders hold more than the wallet has. */
export function overheldBy(core: Core, account: Account): string[] {
  const lines = [...linesWithOrders(core, account).values()];
  return lines
    .filter(({ total, spotHeld }) => spotHeld > (total > 0n ? total : 0n))
    .map(({ asset }) => asset);
}

/** Returns the dollars of the collateral that become free when an open order ends. */
export function freedBy(core: Core, account: Account, order: Order): bigint {
  const terms = termsOf(core, account, order.reservedAsset);
  if (!terms) return 0n;
  if (!marketOf(core, order.symbol).instrument.isSpot) return neededDollars(terms, order.reserved);
  return dollarsOf(terms, order.reserved) - broughtBy(core, account, order);
}

/** Returns the amount of an asset that is neither lost nor held by spot orders. */
function spendableOf({ total, unrealised, spotHeld }: Line): bigint {
  return total + (unrealised < 0n ? unrealised : 0n) - spotHeld;
}

function linesWithOrders(core: Core, account: Account): Map<string, Line> {
  const lines = linesOf(core, account);
  for (const order of spotOrders(core, account)) {
    const line = lines.get(order.reservedAsset);
    if (!line) continue;
    line.spotHeld += order.reserved;
    line.brought += broughtBy(core, account, order);
  }
  return lines;
}

/** Returns the open spot orders that hold something. */
function spotOrders(core: Core, account: Account): Order[] {
  const held: Order[] = [];
  for (const [symbol, { all }] of account.open) {
    if (all.size === 0 || !marketOf(core, symbol).instrument.isSpot) continue;
    for (const order of all.values()) if (order.reserved > 0n) held.push(order);
  }
  return held;
}

/**
 * Returns the dollars that an open order brings in place of those it takes, and no more than those.
 */
function broughtBy(core: Core, account: Account, order: Order): bigint {
  const terms = termsOf(core, account, order.reservedAsset);
  if (!terms) return 0n;
  const brought = incomingDollars(core, account, incomingOf(core, order));
  const given = dollarsOf(terms, order.reserved);
  return brought < given ? brought : given;
}

/** The asset and amount that a spot order brings. */
export interface Incoming {
  readonly asset: string;
  readonly amount: bigint;
}

function incomingDollars(core: Core, account: Account, { asset, amount }: Incoming): bigint {
  const terms = termsOf(core, account, asset);
  return terms && amount > 0n ? dollarsOf(terms, amount) : 0n;
}

/** Returns the least that an open spot order brings after its fee; only this much is certain. */
export function incomingOf(core: Core, order: Order): Incoming {
  const { instrument } = marketOf(core, order.symbol);
  const lots = remainingLots(order);
  if (order.side === 'buy') return bought(instrument, order, lots);
  const ticks = leastPrice(core, order);
  return sold(instrument, ticks === undefined ? 0n : worthOf(instrument, ticks, lots));
}

export function bought(instrument: Instrument, order: Order, lots: number): Incoming {
  const { base } = instrument.rules;
  const amount = baseOf(instrument, lots);
  const isPaidInBase = order.feeAsset === base;
  return { asset: base, amount: isPaidInBase ? afterFee(instrument, amount) : amount };
}

/** Returns the proceeds of a sale, whose fee is taken from them. */
export function sold(instrument: Instrument, value: bigint): Incoming {
  return { asset: instrument.rules.quote, amount: afterFee(instrument, value) };
}

function afterFee({ worstPpm }: Instrument, amount: bigint): bigint {
  return amount - ceilDiv(amount * worstPpm, ppmWhole);
}

/** Returns undefined for a sale that may slip, alone or as the stop leg of an OCO. */
function leastPrice(core: Core, order: Order): number | undefined {
  const stopLeg = order.leg === 'limit' ? core.orders.get(order.siblingId ?? '') : undefined;
  if (!stopLeg || !isOpen(stopLeg) || order.price === undefined) return order.price;
  return stopLeg.price === undefined ? undefined : Math.min(order.price, stopLeg.price);
}

/** The amounts that a spot order takes and brings. */
export interface Exchange {
  readonly asset: string;
  readonly out: bigint;
  readonly incoming: Incoming;
}

/**
 * True when an account can do without the amount that a spot order takes: what it brings counts in
 * its place. An exchange that leaves the collateral no smaller may run whatever the losses are.
 */
export function isSpared(core: Core, accountId: string, exchange: Exchange): boolean {
  const account = accountOf(core, accountId);
  if (!account.collateral) return true;
  const lines = linesWithOrders(core, account);
  const line = lines.get(exchange.asset);
  if (!line) return true;
  const brought = incomingDollars(core, account, exchange.incoming);
  const lost = takenBy(line, exchange.out) - brought;
  return lost <= 0n || lost <= totalLeft(lines);
}

/** Returns the dollars by which the collateral shrinks when an amount of an asset leaves. */
function takenBy(line: Line, amount: bigint): bigint {
  const { terms } = line;
  const spendable = spendableOf(line);
  return dollarsOf(terms, spendable) - dollarsOf(terms, spendable - amount);
}

function totalLeft(lines: ReadonlyMap<string, Line>): bigint {
  let left = 0n;
  for (const line of lines.values()) left += leftOf(line);
  return left;
}

/**
 * Returns the maximum free amount of an asset that can leave while the rest covers what is held.
 */
export function sparedOf(core: Core, account: Account, free: Incoming): bigint {
  const { asset, amount } = free;
  if (!account.collateral || amount <= 0n) return amount;
  const lines = linesWithOrders(core, account);
  const line = lines.get(asset);
  if (!line) return amount;
  const taken = takenBy(line, amount);
  const left = totalLeft(lines);
  if (taken === 0n || taken <= left) return amount;
  if (left <= 0n) return 0n;
  const { price, ratePpm } = line.terms;
  const part = (left * wholeUnit * ppmWhole) / (price * ratePpm);
  return part < amount ? part : amount;
}
