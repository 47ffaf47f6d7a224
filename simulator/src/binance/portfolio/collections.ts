import type { Call } from '../call.ts';
import { refusals } from '../errors.ts';

/** The exchange's own coin, which pays fees: it stays where it is. */
const feeAsset = 'BNB';
const done = { msg: 'success' };

/** Whatever contracts have earned becomes cross margin, apart from the coin for fees. */
export function collectAll({ exchange, account }: Call): object {
  for (const { asset } of exchange.accounts.wallets(account, 'usdm')) {
    if (asset !== feeAsset) exchange.accounts.collect(account, 'usdm', asset);
  }
  exchange.accounts.collect(account, 'coinm');
  return done;
}

/** No document names the code that the coin for fees is refused with. */
export function collectAsset({ exchange, account, parameters }: Call): object {
  const asset = parameters.required('asset');
  if (asset === feeAsset) throw refusals.missing('asset');
  exchange.accounts.collect(account, 'usdm', asset);
  exchange.accounts.collect(account, 'coinm', asset);
  return done;
}
