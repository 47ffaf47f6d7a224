import type { Command } from '../../../src/commands.ts';
import type { EngineEvent, ExchangedEvent } from '../../../src/events.ts';
import type { OrderSnapshot } from '../../../src/order.ts';
import { ceiling, expectedMaintenance, expectedProfit, settleOf, unit, units } from './expected.ts';
import {
  type Books,
  crossOf,
  type Holding,
  holdingKey,
  openOf,
  type Purse,
  purseOf,
  rulesOf,
} from './marginBooks.ts';

const million = 1_000_000n;

/** An asset that backs an account's contracts together with others, by its price and rate. */
interface Backed {
  readonly asset: string;
  readonly price: bigint;
  readonly rate: bigint;
}

/** Returns the assets that count together for an account; none when its wallets stand alone. */
function backedOf({ collateral, prices }: Books, accountId: string): Backed[] {
  return [...(collateral.get(accountId) ?? [])].flatMap(([asset, ratePpm]) => {
    const price = prices.get(asset);
    return price === undefined ? [] : [{ asset, price, rate: BigInt(ratePpm) }];
  });
}

export function termsIn(books: Books, accountId: string, asset: string): Backed | undefined {
  return backedOf(books, accountId).find((each) => each.asset === asset);
}

export function isBacked(books: Books, accountId: string, asset: string): boolean {
  return termsIn(books, accountId, asset) !== undefined;
}

/** Returns the dollars that count: assets in part, rounded down; debts in full, rounded up. */
export function counted({ price, rate }: Backed, amount: bigint): bigint {
  return amount < 0n ? -inDollars(price, -amount) : (amount * price * rate) / (unit * million);
}

function inDollars(price: bigint, amount: bigint): bigint {
  return ceiling(amount * price, unit);
}

export interface Together {
  readonly equity: bigint;
  readonly maintenance: bigint;
  readonly taken: bigint;
  readonly available: bigint;
  /** Positions that a liquidation could close, by the dollars that they must keep. */
  readonly closable: ReadonlyMap<string, bigint>;
  readonly hasDebt: boolean;
}

export function togetherOf(books: Books, accountId: string): Together {
  let [equity, maintenance, taken, available] = [0n, 0n, 0n, 0n];
  let hasDebt = false;
  const closable = new Map<string, bigint>();
  for (const backed of backedOf(books, accountId)) {
    const { asset, price } = backed;
    const { total } = purseOf(books, accountId, asset);
    let [profit, kept] = [0n, 0n];
    for (const holding of openOf(books, accountId)) {
      if (settleOf(books.rules, holding.symbol) !== asset) continue;
      const own = standing(books, holding);
      profit += own.profit;
      kept += own.kept;
      if (own.isClosable) closable.set(holdingKey(holding), inDollars(price, own.kept));
    }
    equity += counted(backed, total + profit);
    maintenance += inDollars(price, kept);
    taken += counted(backed, total);
    available += leftOf(books, accountId, { backed, total, profit });
    if (total < 0n) hasDebt = true;
  }
  return { equity, maintenance, taken, available, closable, hasDebt };
}

function standing(books: Books, holding: Holding) {
  const rules = rulesOf(books, holding.symbol);
  const mark = books.marks.get(holding.symbol);
  return {
    profit: expectedProfit(rules, holding, mark),
    kept: expectedMaintenance(rules, holding, mark),
    isClosable: mark !== undefined && rules.maintenanceTiers !== undefined,
  };
}

interface Line {
  readonly backed: Backed;
  readonly total: bigint;
  readonly profit: bigint;
}

/** Returns the dollars that an asset leaves free, with those that its spot orders bring. */
function leftOf(books: Books, accountId: string, { backed, total, profit }: Line): bigint {
  const { asset, price } = backed;
  const spot = spotOrdersIn(books, accountId, asset);
  const held = spot.reduce((sum, order) => sum + order.reserved, 0n);
  const wallet = books.engine.wallets(accountId).find((each) => each.asset === asset);
  const loss = profit < 0n ? profit : 0n;
  let left = counted(backed, total + loss - held);
  for (const order of spot) {
    const brought = broughtBy(books, order);
    const given = counted(backed, order.reserved);
    left += brought < given ? brought : given;
  }
  return left - inDollars(price, (wallet?.reserved ?? 0n) - held);
}

/** Returns the amount in a wallet that is neither lost nor held by spot orders. */
export function spendableOf(books: Books, accountId: string, asset: string): bigint {
  const { unrealised } = crossOf(books, accountId, asset);
  const held = spotOrdersIn(books, accountId, asset).reduce((sum, each) => sum + each.reserved, 0n);
  return purseOf(books, accountId, asset).total + (unrealised < 0n ? unrealised : 0n) - held;
}

function spotOrdersIn(books: Books, accountId: string, asset: string): OrderSnapshot[] {
  return books.engine
    .openOrders(accountId)
    .filter(({ symbol, reservedAsset }) => reservedAsset === asset && isSpot(books, symbol));
}

function isSpot(books: Books, symbol: string): boolean {
  return rulesOf(books, symbol).kind === 'spot';
}

/**
 * Returns the dollars that a spot order brings once all its remaining lots have filled at its worst
 * price.
 */
export function broughtBy(books: Books, order: Bringing): bigint {
  const { base, quote, lotSize, ...rules } = rulesOf(books, order.symbol);
  const left = BigInt(order.quantity - order.filled) * units(lotSize);
  const asset = order.side === 'buy' ? base : quote;
  const ticks = order.side === 'buy' ? 1 : surePrice(books, order);
  const backed = termsIn(books, order.accountId, asset);
  if (!backed || ticks === undefined) return 0n;
  const worth = (left * BigInt(ticks) * units(rules.tickSize)) / unit;
  const gross = order.side === 'buy' ? left : worth;
  const worst = BigInt(Math.max(rules.makerFeePpm, rules.takerFeePpm, 0));
  const fee = order.feeAsset === asset ? ceiling(gross * worst, million) : 0n;
  return counted(backed, gross - fee);
}

type Bringing = Pick<
  OrderSnapshot,
  | 'accountId'
  | 'symbol'
  | 'side'
  | 'quantity'
  | 'filled'
  | 'price'
  | 'feeAsset'
  | 'leg'
  | 'siblingId'
>;

/**
 * Returns the certain price: the lower of an OCO's two legs, and none for a stop without a limit.
 */
function surePrice({ engine }: Books, order: Bringing): number | undefined {
  const sibling = order.siblingId === undefined ? undefined : engine.order(order.siblingId);
  const isPair = order.leg === 'limit' && sibling?.status === 'open';
  if (!isPair || order.price === undefined) return order.price;
  return sibling.price === undefined ? undefined : Math.min(order.price, sibling.price);
}

/** Returns the part of a wallet's free amount that may leave. */
export function sparedOf(books: Books, accountId: string, free: Free): bigint {
  const backed = termsIn(books, accountId, free.asset);
  const spendable = spendableOf(books, accountId, free.asset);
  if (!backed || free.amount <= 0n) return free.amount;
  const { available } = togetherOf(books, accountId);
  const lost = (amount: bigint) => counted(backed, spendable) - counted(backed, spendable - amount);
  if (lost(free.amount) === 0n || lost(free.amount) <= available) return free.amount;
  if (available <= 0n) return 0n;
  return (available * unit * million) / (backed.price * backed.rate);
}

interface Free {
  readonly asset: string;
  readonly amount: bigint;
}

/** Follows payments from the collateral, and reports those that were not at its price. */
export function followExchange(books: Books, event: ExchangedEvent): string[] {
  const { accountId, asset, amount, paidAsset, paid } = event;
  const [payer, owing] = [purseOf(books, accountId, paidAsset), purseOf(books, accountId, asset)];
  const [mine, theirs] = [books.prices.get(paidAsset) ?? 0n, books.prices.get(asset) ?? 0n];
  const isFair = paid * mine >= amount * theirs;
  // It is rounded against the account, by less than a unit of what is paid, or of what is owed.
  const isNear = (paid - 1n) * mine < amount * theirs || paid * mine < (amount + 1n) * theirs;
  const isMeant = paid > 0n && amount > 0n && paid <= payer.total && amount <= -owing.total;
  payer.total -= paid;
  mend(owing, amount);
  return isFair && isNear && isMeant ? [] : [`${paid} ${paidAsset} for ${amount} ${asset}`];
}

/** Checks that nothing is covered while anything is left to pay with. */
export function followCover(
  books: Books,
  { accountId, asset, amount }: Extract<EngineEvent, { type: 'covered' }>,
): string[] {
  const owing = purseOf(books, accountId, asset);
  const price = books.prices.get(asset) ?? 0n;
  const canPay = backedOf(books, accountId).some((each) => {
    const { total } = purseOf(books, accountId, each.asset);
    return total > 0n && total * each.price >= price;
  });
  const isAll = amount === -owing.total && amount > 0n;
  mend(owing, amount);
  return isAll && !canPay ? [] : [`${amount} ${asset} were covered`];
}

function mend(purse: Purse, amount: bigint): void {
  const linear = purse.linear < 0n ? least(-purse.linear, amount) : 0n;
  const inverse = purse.inverse < 0n ? least(-purse.inverse, amount - linear) : 0n;
  purse.linear += linear;
  purse.inverse += inverse;
  purse.total += amount;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns the violated rules of collateral; all hold after every command. */
export function checkCollateral(books: Books, command: Command, accountId: string): string[] {
  const { engine } = books;
  const told = engine.collateral(accountId);
  if (!books.collateral.has(accountId)) return told ? [`${accountId} has collateral`] : [];
  const { equity, maintenance, taken, available, closable, hasDebt } = togetherOf(books, accountId);
  const isSame =
    told?.equity === equity &&
    told.maintenance === maintenance &&
    told.taken === taken &&
    told.available === available;
  const isKept = equity > maintenance || (closable.size === 0 && !hasDebt);
  const isDue = engine.driver === 'feed' && !isKept;
  const overheld = backedOf(books, accountId).filter(({ asset }) => {
    const held = spotOrdersIn(books, accountId, asset).reduce(
      (sum, each) => sum + each.reserved,
      0n,
    );
    const { total } = purseOf(books, accountId, asset);
    return held > (total > 0n ? total : 0n);
  });
  return [
    ...(isSame ? [] : [`the collateral of ${accountId}`]),
    ...(isDue
      ? [`${accountId} is kept after ${command.type} with ${equity} of ${maintenance}`]
      : []),
    ...overheld.map(({ asset }) => `${accountId} sells ${asset} that it has not`),
  ];
}
