import { amountText } from '@windlass/matching';
import { fixedText, rateOfPpm } from '../../exchange/amounts.ts';
import type { Call, Routes } from '../call.ts';
import { signed } from '../call.ts';
import { spotDecimals } from '../decimals.ts';
import { text } from './answers.ts';

export const spotAccountRoutes: Routes = {
  'GET /api/v3/account': signed(account),
  'GET /api/v3/account/commission': signed(commission),
  'GET /sapi/v1/asset/tradeFee': signed(tradeFees),
};

/** Returns a rate in millionths with the decimals of spot. */
function rate(ppm: number): string {
  return fixedText(rateOfPpm(ppm), spotDecimals);
}

function account({ exchange, account: owner, parameters, wallet }: Call): object {
  const isShort = parameters.flag('omitZeroBalances') === true;
  const [market] = exchange.markets(wallet);
  const { makerFeePpm = 0, takerFeePpm = 0 } = market?.definition ?? {};
  const balances = exchange.accounts.wallets(owner, wallet).map(({ asset, total, reserved }) => ({
    asset,
    free: text(total - reserved),
    locked: text(reserved),
  }));
  return {
    makerCommission: makerFeePpm / 100,
    takerCommission: takerFeePpm / 100,
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: rate(makerFeePpm),
      taker: rate(takerFeePpm),
      buyer: rate(0),
      seller: rate(0),
    },
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: exchange.now(),
    accountType: 'SPOT',
    balances: isShort
      ? balances.filter(({ free, locked }) => /[1-9]/.test(free + locked))
      : balances,
    permissions: ['SPOT'],
    uid: owner.number,
  };
}

function commission(call: Call): object {
  const { id, definition } = call.market();
  const none = { maker: rate(0), taker: rate(0), buyer: rate(0), seller: rate(0) };
  const { makerFeePpm, takerFeePpm } = definition;
  return {
    symbol: id,
    standardCommission: { ...none, maker: rate(makerFeePpm), taker: rate(takerFeePpm) },
    taxCommission: none,
    discount: {
      enabledForAccount: false,
      enabledForSymbol: false,
      discountAsset: 'BNB',
      discount: '0.75000000',
    },
  };
}

/** Returns the account's fees in one market or in all of them, here without trailing zeros. */
function tradeFees(call: Call): object[] {
  const one = call.optionalMarket();
  const share = (ppm: number) => amountText(rateOfPpm(ppm));
  return (one ? [one] : call.exchange.markets(call.wallet)).map(({ id, definition }) => ({
    symbol: id,
    makerCommission: share(definition.makerFeePpm),
    takerCommission: share(definition.takerFeePpm),
  }));
}
