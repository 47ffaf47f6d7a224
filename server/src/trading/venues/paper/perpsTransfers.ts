import { amountText, parseAmount } from '@windlass/matching';
import type { Account } from '../../model/account.ts';
import type { MovedFunds, PerpsSession, SettingOutcome, WalletMove } from '../perpsPort.ts';
import type { SessionDeps } from './answers.ts';
import { refusedReason, rejected, runDurably } from './runDurably.ts';
import type { PaperAccount } from './types.ts';

export function createTransfers(
  { venue }: Account,
  deps: SessionDeps,
): Pick<PerpsSession, 'transfer'> {
  return {
    transfer: (move, signal) =>
      runDurably<MovedFunds>(deps, signal, (paper) => {
        const unknown = [move.from, move.to].find((name) => !paper.wallets.includes(name));
        if (unknown) return rejected('INVALID', `${venue} has no wallet ${unknown}`);
        return transfer(paper, move, deps.clock.now());
      }),
  };
}

function transfer(
  paper: PaperAccount,
  { asset, from, to, amount: text }: WalletMove,
  at: number,
): SettingOutcome<MovedFunds> {
  const { ledger } = paper;
  const amount = parseAmount(text);
  if (amount === undefined) {
    return rejected('INVALID', `an amount has at most 18 decimals: ${text}`);
  }
  // Accounts of earlier versions lack the wallets that trading does not need.
  for (const accountId of [from, to]) ledger.run({ type: 'openAccount', at, accountId });
  const entryId = ledger.notes().entryCount + 1;
  const refused = refusedReason(paper, { type: 'transfer', at, from, to, asset, amount });
  if (!refused) {
    const status = 'completed' as const;
    const result = { asset, amount: text, from, to };
    return { kind: 'done', transferId: `transfer-${entryId}`, status, atMs: at, result };
  }
  if (refused.reason !== 'INSUFFICIENT_BALANCE') return rejected('INVALID', refused.text);
  const most = amountText(ledger.engine.transferable(from, asset));
  const message = `at most ${most} ${asset} may leave the wallet ${from} now`;
  return rejected('INSUFFICIENT_BALANCE', message);
}
