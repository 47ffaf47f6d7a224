import { AppError } from '../../kit/errors.ts';
import { exactly, formatExact } from '../../kit/exact.ts';
import { type Account, isUnified } from '../model/account.ts';
import type { WalletMove, WalletName } from '../venues/perpsPort.ts';
import { walletsOf } from '../venues/registry.ts';
import { notSupported } from './refusals.ts';
import type { TransferDraft } from './types.ts';

/**
 * Returns the wallets that are named (Trading §4.2). Throws NOT_SUPPORTED if the exchange has one
 * wallet. Throws VALIDATION_FAILED for a name without a wallet, listing those it has, and for two
 * names of one wallet, as all names of a unified account are.
 */
export function moveOf(account: Account, draft: TransferDraft): WalletMove {
  const { venue } = account;
  const { transferWords, detours = [] } = walletsOf(venue);
  const words: Readonly<Record<string, WalletName>> | undefined = transferWords;
  if (!words) throw notSupported(account, 'transfer');
  const [from, to] = [words[draft.from], words[draft.to]];
  const allowed = Object.keys(words).join(', ');
  const issues = (['from', 'to'] as const)
    .filter((end) => words[draft[end]] === undefined)
    .map((end) => ({
      field: `${end}_account`,
      message: `${venue} has no wallet ${draft[end]}: it has ${allowed}`,
      value: draft[end],
    }));
  if (from === undefined || to === undefined) throw new AppError('VALIDATION_FAILED', { issues });
  if (from === to || isUnified(account))
    throw new AppError('VALIDATION_FAILED', { issues: [sameWallet(account, draft)] });
  const detour = detours.find((each) => each.from === from && each.to === to);
  if (detour) throw new AppError('VALIDATION_FAILED', { issues: [wayRound(venue, draft, detour)] });
  return { asset: draft.asset, amount: formatExact(exactly(draft.amount)), from, to };
}

function sameWallet(account: Account, { from, to }: TransferDraft) {
  const owner = isUnified(account) ? 'the unified account' : account.venue;
  const message =
    from === to
      ? 'to_account must differ from from_account'
      : `source and destination are the same wallet: ${owner} has one for ${from} and ${to}`;
  return { field: 'to_account', message, value: to };
}

function wayRound(venue: string, { from, to }: TransferDraft, { by }: { readonly by: string }) {
  const message =
    `${venue} moves nothing from ${from} to ${to} directly: move it from ${from} to ${by}, ` +
    `and from ${by} to ${to}`;
  return { field: 'to_account', message, value: to };
}
