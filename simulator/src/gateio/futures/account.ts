import { positionAmounts } from '../../exchange/positions.ts';
import { type Call, type Routes, signedBy } from '../call.ts';
import { refusals } from '../errors.ts';
import { marginModeOf } from '../unified.ts';
import { text } from '../wire.ts';

export function accountRoutes(root: string): Routes {
  return { [`GET ${root}/accounts`]: signedBy(account) };
}

/** Refuses a request about a wallet into which nothing was moved yet: it does not exist. */
export function requireWallet({ exchange, account: owner, wallet }: Call): void {
  if (exchange.accounts.wallets(owner, wallet).length === 0) throw refusals.noWallet();
}

function account(call: Call): object {
  requireWallet(call);
  const { exchange, account: owner, wallet } = call;
  const asset = (call.path.settle ?? '').toUpperCase();
  const found = exchange.accounts.wallets(owner, wallet).find((each) => each.asset === asset);
  const { total = 0n, reserved = 0n } = found ?? {};
  const held = exchange.markets(wallet).map((market) => {
    const mark = exchange.prices.markPrice(market);
    return positionAmounts(market, exchange.accounts.position(owner, market), mark);
  });
  const positions = held.reduce((sum, { margin }) => sum + margin, 0n);
  const unrealised = held.reduce((sum, each) => sum + each.unrealised, 0n);
  const none = { dnw: '0', pnl: '0', fee: '0', refr: '0', fund: '0', point_fee: '0' };
  return {
    user: owner.number,
    currency: asset,
    total: text(total),
    unrealised_pnl: text(unrealised),
    position_margin: text(positions),
    order_margin: text(reserved - positions),
    available: text(total > reserved ? total - reserved : 0n),
    point: '0',
    bonus: '0',
    in_dual_mode: owner.isHedged,
    enable_credit: owner.unifiedMode !== undefined,
    margin_mode: marginModeOf(owner),
    history: { ...none, point_dnw: '0', point_refr: '0' },
  };
}
