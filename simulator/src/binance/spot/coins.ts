import { assetsOf } from '../../exchange/assets.ts';
import type { Call, Wallet } from '../call.ts';
import { text } from './answers.ts';

const houses: readonly Wallet[] = ['spot', 'usdm', 'coinm'];

/** What no test asks about. */
const others = {
  ...{ freeze: '0', withdrawing: '0', ipoing: '0', ipoable: '0', storage: '0' },
  ...{ isLegalMoney: false, trading: true },
  // Nothing comes in or goes out over a chain.
  ...{ depositAllEnable: false, withdrawAllEnable: false, networkList: [] },
} as const;

/** Every coin of the exchange, with what the account has of it on spot. */
export function coins({ exchange, account }: Call): object[] {
  const wallets = exchange.accounts.wallets(account, 'spot');
  const assets = assetsOf(houses.flatMap((house) => exchange.markets(house)));
  return assets.map((coin) => {
    const { total, reserved } = wallets.find(({ asset }) => asset === coin) ?? nothing;
    return { coin, name: coin, free: text(total - reserved), locked: text(reserved), ...others };
  });
}

const nothing = { total: 0n, reserved: 0n };
