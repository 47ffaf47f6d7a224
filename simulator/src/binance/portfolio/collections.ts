import type { Call } from '../call.ts';
import { refusals } from '../errors.ts';

/** The exchange's own coin, which pays fees: it is not collected. */
const feeAsset = 'BNB';
const done = { msg: 'success' };

/** Moves all that contracts have earned into cross margin, except for the coin that pays fees. */
export function collectAll({ exchange, account }: Call): object {
  for (const { asset } of exchange.accounts.wallets(account, 'usdm')) {
    if (asset !== feeAsset) exchange.accounts.collect(account, 'usdm', asset);
  }
  exchange.accounts.collect(account, 'coinm');
  return done;
}

/** No documentation names the code of the refusal for the coin that pays fees. */
export function collectAsset({ exchange, account, parameters }: Call): object {
  const asset = parameters.required('asset');
  if (asset === feeAsset) throw refusals.missing('asset');
  exchange.accounts.collect(account, 'usdm', asset);
  exchange.accounts.collect(account, 'coinm', asset);
  return done;
}
