import { parseAmount, type Reason } from '@windlass/matching';
import { accountThere, moveAcross } from '../exchange/crossing.ts';
import { allMarkets, type Call } from './call.ts';
import { type Refusal, refusals } from './errors.ts';
import { uuidOf } from './ids.ts';
import { assetNamed, marginName, type Wallet } from './traits.ts';

/** POST transfer: between wallets of this exchange. It has no id. */
export function transfer(call: Call): object {
  const { parameters, exchange, account } = call;
  const from = parameters.required('fromAccount');
  const to = parameters.required('toAccount');
  const asset = assetOf(call, parameters.required('unit'));
  const amount = amountOf(call);
  const move = { from: walletOf(from, asset), to: walletOf(to, asset), asset, amount };
  if (from.toLowerCase() === to.toLowerCase()) throw refusals.badAccount();
  const refused = exchange.accounts.transfer(account, move);
  if (refused) throw refusalOf(refused);
  return {};
}

/** POST withdrawal: to the same customer's wallet at the spot exchange. */
export function withdraw(call: Call): object {
  const { parameters, exchange, account } = call;
  if (!account.rights.withdrawals) throw refusals.unauthenticated();
  const asset = assetOf(call, parameters.required('currency'));
  const amount = amountOf(call);
  const wallet = walletOf(parameters.text('sourceWallet') ?? 'cash', asset);
  const there = accountThere(call.spot(), account);
  if (!there) throw refusals.badAccount();
  const target = { exchange: call.spot(), account: there, wallet: 'spot' };
  const refused = moveAcross({ exchange, account, wallet }, target, { asset, amount });
  if (refused) throw refusalOf(refused);
  return { uid: uuidOf('withdrawal', call.nextNumber()) };
}

/** Returns an asset of the contracts, or another one that the customer has. */
function assetOf({ exchange, account }: Call, unit: string): string {
  const asset = assetNamed(unit);
  const wallets: readonly Wallet[] = ['cash', 'flex', 'margin'];
  const held = wallets.flatMap((wallet) => exchange.accounts.wallets(account, wallet));
  const known = [
    ...allMarkets(exchange).flatMap(({ definition }) => [definition.base, definition.quote]),
    ...held.map((wallet) => wallet.asset),
  ];
  if (!known.includes(asset)) throw refusals.badUnit();
  return asset;
}

function amountOf({ parameters }: Call): bigint {
  parameters.required('amount');
  const amount = parseAmount(parameters.decimal('amount') ?? '') ?? 0n;
  if (amount <= 0n) throw refusals.badAmount();
  return amount;
}

/** Returns a wallet; contracts in coins have one for each coin. */
function walletOf(name: string, asset: string): Wallet {
  const wallet = name.toLowerCase();
  if (wallet === 'cash' || wallet === 'flex') return wallet;
  if (wallet === marginName(asset)) return 'margin';
  throw refusals.badAccount();
}

function refusalOf(reason: Reason): Refusal {
  return reason === 'INSUFFICIENT_BALANCE' ? refusals.noFunds() : refusals.badAmount();
}
