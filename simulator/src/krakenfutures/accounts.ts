import { amountText } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import { positionAmounts } from '../exchange/positions.ts';
import { allMarkets, type Call } from './call.ts';
import { toNumber } from './numbers.ts';
import { assetId, marginName, type Wallet } from './traits.ts';

/** GET accounts: cash, the dollar wallet of contracts, and a coin wallet for each coin. */
export function accounts(call: Call): object {
  const coins = allMarkets(call.exchange).filter(({ wallet }) => wallet === 'margin');
  const margin = coins.map(
    (market) => [marginName(market.settle), marginAccount(call, market)] as const,
  );
  const own = { cash: cashAccount(call), flex: flexAccount(call) };
  return { accounts: { ...own, ...Object.fromEntries(margin) } };
}

function cashAccount({ exchange, account }: Call): object {
  const wallets = exchange.accounts.wallets(account, 'cash' satisfies Wallet);
  const balances = wallets.map(({ asset, total }) => [
    assetId(asset).toLowerCase(),
    amountText(total),
  ]);
  return { type: 'cashAccount', balances: Object.fromEntries(balances) };
}

/** Returns the multi-collateral wallet. Only dollars are collateral; others are just listed. */
function flexAccount(call: Call): object {
  const { exchange, account } = call;
  const wallets = exchange.accounts.wallets(account, 'flex' satisfies Wallet);
  const currencies = wallets.map(({ asset, total, reserved }) => {
    const value = asset === 'USD' ? toNumber(total) : 0;
    const available = toNumber(total > reserved ? total - reserved : 0n);
    return [assetId(asset), { quantity: toNumber(total), value, collateral: value, available }];
  });
  const dollars = wallets.find(({ asset }) => asset === 'USD');
  const [total, reserved] = [dollars?.total ?? 0n, dollars?.reserved ?? 0n];
  const { margin, maintenance, unrealised } = sumsOf(call, 'flex');
  return {
    type: 'multiCollateralMarginAccount',
    currencies: Object.fromEntries(currencies),
    initialMargin: toNumber(margin),
    initialMarginWithOrders: toNumber(reserved),
    maintenanceMargin: toNumber(maintenance),
    balanceValue: toNumber(total),
    portfolioValue: toNumber(total + unrealised),
    collateralValue: toNumber(total),
    pnl: toNumber(unrealised),
    unrealizedFunding: 0,
    totalUnrealized: toNumber(unrealised),
    totalUnrealizedAsMargin: toNumber(unrealised),
    availableMargin: toNumber(total + unrealised - reserved),
    marginEquity: toNumber(total + unrealised),
  };
}

function marginAccount(call: Call, { settle }: Market): object {
  const { exchange, account } = call;
  const wallets = exchange.accounts.wallets(account, 'margin' satisfies Wallet);
  const own = wallets.find(({ asset }) => asset === settle);
  const [total, reserved] = [own?.total ?? 0n, own?.reserved ?? 0n];
  const currency = assetId(settle).toLowerCase();
  const { margin, maintenance, unrealised } = sumsOf(call, 'margin', settle);
  // A position is liquidated as soon as it is below its maintenance margin.
  const threshold = toNumber(maintenance);
  return {
    type: 'marginAccount',
    currency,
    balances: { [currency]: amountText(total) },
    auxiliary: {
      usd: 0,
      pv: toNumber(total + unrealised),
      pnl: toNumber(unrealised),
      funding: 0,
      af: toNumber(total + unrealised - reserved),
    },
    marginRequirements: { im: toNumber(margin), mm: threshold, lt: threshold, tt: 0 },
  };
}

function sumsOf({ exchange, account }: Call, wallet: Wallet, settle = 'USD') {
  const amounts = exchange.markets(wallet).flatMap((market) => {
    const position = exchange.accounts.position(account, market);
    const mark = exchange.prices.markPrice(market);
    const maintenance = exchange.accounts.risk(account, market)?.maintenance ?? 0n;
    const own = { ...positionAmounts(market, position, mark), maintenance };
    return market.settle === settle ? [own] : [];
  });
  return {
    maintenance: amounts.reduce((sum, { maintenance }) => sum + maintenance, 0n),
    margin: amounts.reduce((sum, { margin }) => sum + margin, 0n),
    unrealised: amounts.reduce((sum, { unrealised }) => sum + unrealised, 0n),
  };
}
