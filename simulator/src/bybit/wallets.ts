import { amountText } from '@windlass/matching';
import { positionAmounts } from '../exchange/positions.ts';
import { isOpen } from '../exchange/records.ts';
import { type Call, marketsOf, optionalMarket, type Routes, readCategory, signed } from './call.ts';
import { refusals } from './errors.ts';
import { rateText } from './orderRecords.ts';
import { unified } from './traits.ts';

export const walletRoutes: Routes = {
  'GET /v5/account/wallet-balance': signed(balance),
  'GET /v5/account/fee-rate': signed(feeRate),
};

function balance(call: Call): object {
  const { exchange, account, parameters } = call;
  if (parameters.required('accountType') !== 'UNIFIED') {
    throw refusals.parameter('accountType only support UNIFIED');
  }
  const coins = parameters.text('coin')?.split(',');
  const shown = exchange.accounts
    .wallets(account, unified)
    .filter(({ asset }) => coins?.includes(asset) ?? true);
  return {
    list: [
      {
        accountType: 'UNIFIED',
        accountLTV: '',
        accountIMRate: '',
        accountMMRate: '',
        totalEquity: '',
        totalWalletBalance: '',
        totalMarginBalance: '',
        totalAvailableBalance: '',
        totalPerpUPL: '',
        totalInitialMargin: '',
        totalMaintenanceMargin: '',
        coin: shown.map((wallet) => coin(call, wallet)),
      },
    ],
  };
}

/**
 * Returns an asset. What is held appears in three parts: spot orders, contract orders, positions.
 */
function coin(
  { exchange, account }: Call,
  { asset, total, reserved }: { readonly asset: string; total: bigint; reserved: bigint },
): object {
  const locked = exchange
    .orders(account, unified)
    .filter((order) => isOpen(order) && order.market.definition.kind === 'spot')
    .filter(({ state }) => state.reservedAsset === asset)
    .reduce((sum, { state }) => sum + state.reserved, 0n);
  const positions = exchange
    .markets(unified)
    .filter(({ definition, settle }) => definition.kind !== 'spot' && settle === asset)
    .flatMap((market) =>
      exchange.accounts
        .legs(account, market)
        .map((leg) =>
          positionAmounts(
            market,
            exchange.accounts.position(account, market, leg),
            exchange.prices.markPrice(market),
          ),
        ),
    );
  const margin = positions.reduce((sum, each) => sum + each.margin, 0n);
  const unrealised = positions.reduce((sum, each) => sum + each.unrealised, 0n);
  return {
    coin: asset,
    walletBalance: amountText(total),
    equity: amountText(total + unrealised),
    unrealisedPnl: amountText(unrealised),
    usdValue: '',
    locked: amountText(locked),
    totalOrderIM: amountText(reserved - locked - margin),
    totalPositionIM: amountText(margin),
    // The exchange leaves these blank for unified accounts.
    availableToWithdraw: '',
    availableToBorrow: '',
    borrowAmount: '0.000000000000000000',
    accruedInterest: '0',
    bonus: '0',
    totalPositionMM: '0',
    cumRealisedPnl: '0',
    spotHedgingQty: '0',
    marginCollateral: true,
    collateralSwitch: true,
  };
}

function feeRate(call: Call): object {
  const category = readCategory(call);
  const one = optionalMarket(call, category);
  const list = (one ? [one] : marketsOf(call, category)).map(({ id, definition }) => ({
    symbol: id,
    takerFeeRate: rateText(definition.takerFeePpm),
    makerFeeRate: rateText(definition.makerFeePpm),
  }));
  return { category, list };
}
