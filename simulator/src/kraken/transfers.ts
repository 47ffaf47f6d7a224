import { accountThere, moveAcross } from '../exchange/crossing.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type Call, type Routes, wallet } from './call.ts';
import { Refusal, refusals } from './errors.ts';
import { transferRefid } from './ids.ts';
import { assetNames } from './pairs.ts';
import { amountOf } from './parameters.ts';

/** Route that moves money to the futures exchange; a request to that exchange moves it back. */
export function createTransferRoutes(futures: () => Exchange): Routes<Call> {
  let count = 0;
  return {
    WalletTransfer(call) {
      move(call, futures());
      count += 1;
      return { refid: transferRefid(count) };
    },
  };
}

function move({ exchange, account, parameters }: Call, futures: Exchange): void {
  if (parameters.required('from') !== 'Spot Wallet') throw refusals.badArgument('from');
  if (parameters.required('to') !== 'Futures Wallet') throw refusals.badArgument('to');
  const asset = assetNamed({ exchange }, parameters.required('asset'));
  parameters.required('amount');
  const amount = amountOf(parameters.decimal('amount') ?? '');
  const there = accountThere(futures, account);
  // The exchange's error for a customer without a futures account.
  if (!there) throw new Refusal('EFunding:Unknown withdraw key');
  const source = { exchange, account, wallet };
  const target = { exchange: futures, account: there, wallet: 'cash' };
  const refused = moveAcross(source, target, { asset, amount });
  if (refused === 'INSUFFICIENT_BALANCE') throw new Refusal('EFunding:Insufficient funds');
  if (refused) throw new Refusal('EFunding:Invalid amount');
}

/** Returns an asset by either of the exchange's names of it. */
function assetNamed({ exchange }: Pick<Call, 'exchange'>, name: string): string {
  const assets = exchange
    .markets(wallet)
    .flatMap(({ definition }) => [definition.base, definition.quote]);
  const found = assets.find((asset) => {
    const { id, altName } = assetNames(asset);
    return name === id || name === altName;
  });
  if (found === undefined) throw new Refusal('EFunding:Unknown asset');
  return found;
}
