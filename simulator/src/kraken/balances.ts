import { fixedText } from '../exchange/amounts.ts';
import { type Call, type Routes, wallet } from './call.ts';
import { assetNames } from './pairs.ts';

export const balanceRoutes: Routes<Call> = {
  Balance: (call) => byAsset(call, ({ balance }) => balance),
  BalanceEx: (call) => byAsset(call, (held) => held),
};

interface Held {
  readonly balance: string;
  /** Amount that open orders hold. */
  readonly hold_trade: string;
}

function byAsset({ exchange, account }: Call, show: (held: Held) => unknown): object {
  const rows = exchange.accounts.wallets(account, wallet).map(({ asset, total, reserved }) => {
    const { id, decimals } = assetNames(asset);
    const text = (amount: bigint) => fixedText(amount, decimals);
    return [id, show({ balance: text(total), hold_trade: text(reserved) })] as const;
  });
  return Object.fromEntries(rows);
}
