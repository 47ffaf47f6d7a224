import type { Account, Wallet } from './account.ts';
import { ceilDiv } from './amounts.ts';
import { canClose, close, endOrders } from './closing.ts';
import {
  amountFor,
  type CollateralSums,
  neededDollars,
  profitAndMarginSums,
  type Terms,
  termsOf,
} from './collateral.ts';
import { type Core, credit, marketOf, walletOf } from './core.ts';
import type { ExchangedEvent } from './events.ts';
import { type Held, openPositions, profitAndMarginAt } from './margins.ts';
import type { Order } from './order.ts';

/**
 * Liquidates an account whose assets no longer keep its positions together: orders end, positions
 * are closed, the largest maintenance first, and other collateral is sold for the debts.
 */
export function liquidateTogether(core: Core, account: Account): void {
  const { equity, maintenance } = profitAndMarginSums(core, account);
  const isKept = equity > maintenance;
  if (isKept || (!largestOf(core, account) && !hasDebt(core, account))) return;
  endOrders(core, account.accountId, (order) => isBacked(core, account, order));
  closeLargest(core, account);
  for (const wallet of account.wallets.values())
    if (wallet.total < 0n) payOff(core, account, wallet);
}

/** Closes the largest position: another's unrealised profit pays no loss, so debts alone go on. */
function closeLargest(core: Core, account: Account): void {
  for (;;) {
    const largest = largestOf(core, account);
    if (!largest) return;
    const terms = termsOf(core, account, largest.market.instrument.settle);
    close(core, largest, () => {
      const left = leastOf(profitAndMarginSums(core, account));
      return { left: terms ? amountFor(terms, left) : 0n, missing: 0n };
    });
    const { taken, equity, maintenance } = profitAndMarginSums(core, account);
    if (taken >= 0n && equity > maintenance) return;
  }
}

function leastOf({ taken, equity }: Pick<CollateralSums, 'taken' | 'equity'>): bigint {
  return taken < equity ? taken : equity;
}

/**
 * Returns the position with the highest maintenance in dollars among those that could be closed.
 */
function largestOf(core: Core, account: Account): Held | undefined {
  let [largest, most] = [undefined as Held | undefined, -1n];
  for (const held of openPositions(core, account.accountId)) {
    const { position, market } = held;
    const terms = termsOf(core, account, market.instrument.settle);
    if (!terms || !canClose(held)) continue;
    const { maintenance } = profitAndMarginAt(market.instrument, position, market.mark);
    const needed = neededDollars(terms, maintenance);
    if (needed > most) [largest, most] = [held, needed];
  }
  return largest;
}

function hasDebt(core: Core, account: Account): boolean {
  return [...account.wallets.values()].some(
    ({ asset, total }) => total < 0n && termsOf(core, account, asset) !== undefined,
  );
}

/** True for an order that holds collateral, or whose contract the collateral backs. */
function isBacked(core: Core, account: Account, order: Order): boolean {
  const { isSpot, settle } = marketOf(core, order.symbol).instrument;
  return termsOf(core, account, isSpot ? order.reservedAsset : settle) !== undefined;
}

/** Pays a debt from the collateral, and covers the rest when nothing is left to pay with. */
function payOff(core: Core, account: Account, owing: Wallet): void {
  const terms = termsOf(core, account, owing.asset);
  if (!terms) return;
  for (const { wallet, price } of payersFor(core, account)) {
    if (owing.total >= 0n) return;
    payWith(core, { wallet, price }, { wallet: owing, price: terms.price });
  }
  if (owing.total >= 0n) return;
  const amount = -owing.total;
  payLosses(core, owing, amount);
  const { accountId, asset } = owing;
  core.events.push({ type: 'covered', at: core.at, accountId, asset, amount });
}

interface Priced extends Pick<Terms, 'price'> {
  readonly wallet: Wallet;
}

/** Returns the wallets to pay with, the assets that count most first: dollars before coins. */
function payersFor(core: Core, account: Account): Priced[] {
  const payers = [...account.wallets.values()].flatMap((wallet) => {
    const terms = wallet.total > 0n ? termsOf(core, account, wallet.asset) : undefined;
    return terms ? [{ wallet, ...terms }] : [];
  });
  return payers.sort((a, b) => (a.ratePpm === b.ratePpm ? 0 : a.ratePpm > b.ratePpm ? -1 : 1));
}

/** Pays at the price, without the discount of its rate; rounded against the account. */
function payWith(core: Core, payer: Priced, owing: Priced): void {
  const owed = -owing.wallet.total;
  const cost = ceilDiv(owed * owing.price, payer.price);
  const isEnough = cost <= payer.wallet.total;
  const paid = isEnough ? cost : payer.wallet.total;
  const amount = isEnough ? owed : (paid * payer.price) / owing.price;
  if (amount === 0n) return;
  credit(core, payer.wallet, -paid);
  payLosses(core, owing.wallet, amount);
  core.tradeCount += 1;
  const { accountId, asset } = owing.wallet;
  core.events.push({
    type: 'exchanged',
    at: core.at,
    accountId,
    tradeId: core.tradeCount,
    paidAsset: payer.wallet.asset,
    paid,
    asset,
    amount,
  } satisfies ExchangedEvent);
}

/** Pays first for the losses of contracts in the wallet's asset. */
function payLosses(core: Core, wallet: Wallet, amount: bigint): void {
  let rest = amount;
  for (const kind of ['linear', 'inverse'] as const) {
    const lost = wallet.earned[kind] < 0n ? -wallet.earned[kind] : 0n;
    const mended = lost < rest ? lost : rest;
    wallet.earned[kind] += mended;
    rest -= mended;
  }
  credit(core, walletOf(core, wallet.accountId, wallet.asset), amount);
}
