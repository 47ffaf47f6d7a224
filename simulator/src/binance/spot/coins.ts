import { assetsOf } from '../../exchange/assets.ts';
import type { Call, Wallet } from '../call.ts';
import { text } from './answers.ts';

const walletNames: readonly Wallet[] = ['spot', 'usdm', 'coinm'];

/** Fields that no test reads. */
const others = {
  freeze: '0',
  withdrawing: '0',
  ipoing: '0',
  ipoable: '0',
  storage: '0',
  isLegalMoney: false,
  trading: true,
  // No deposits and no withdrawals over a chain are simulated.
  depositAllEnable: false,
  withdrawAllEnable: false,
  networkList: [],
} as const;

/** Returns every coin of the exchange, with the account's spot balance of it. */
export function coins({ exchange, account }: Call): object[] {
  const wallets = exchange.accounts.wallets(account, 'spot');
  const assets = assetsOf(walletNames.flatMap((wallet) => exchange.markets(wallet)));
  return assets.map((coin) => {
    const { total, reserved } = wallets.find(({ asset }) => asset === coin) ?? nothing;
    return { coin, name: coin, free: text(total - reserved), locked: text(reserved), ...others };
  });
}

const nothing = { total: 0n, reserved: 0n };
