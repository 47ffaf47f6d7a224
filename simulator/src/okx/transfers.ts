import { amountText } from '@windlass/matching';
import { type Call, type Routes, signed, wallet } from './call.ts';
import { notSimulated, Refusal, refusals } from './errors.ts';
import { amountOf, type Fields } from './fields.ts';
import { idText } from './ids.ts';

/** Wallet of the funding account, beside the trading account. */
const fundingWallet = 'funding';
const wallets = { '6': fundingWallet, '18': wallet } as const;

/** Routes that move money between the accounts of one customer. */
export const transferRoutes: Routes = {
  'POST /api/v5/asset/transfer': signed(transfer),
  'GET /api/v5/asset/transfer-state': signed(state),
  'GET /api/v5/asset/balances': signed(balances),
};

function transfer({ exchange, account, fields }: Call): readonly object[] {
  const ccy = fields.required('ccy');
  fields.required('amt');
  const amt = fields.decimal('amt') ?? '';
  if ((fields.text('type') ?? '0') !== '0') throw notSimulated('transfers to sub-accounts');
  const [from, to] = [endIn(fields, 'from'), endIn(fields, 'to')];
  if (from === to) {
    throw new Refusal('58123', 'The From parameter cannot be the same as the To parameter.');
  }
  const move = { from: wallets[from], to: wallets[to], asset: ccy, amount: amountOf(amt) };
  const refused = exchange.accounts.transfer(account, move);
  if (refused === 'INSUFFICIENT_BALANCE') throw new Refusal('58350', 'Insufficient balance.');
  if (refused !== undefined) throw refusals.wrong('amt');
  const newest = moved({ exchange, account }).at(-1);
  return [{ transId: newest?.transId ?? '', clientId: '', ccy, from, to, amt }];
}

function endIn(fields: Fields, name: 'from' | 'to'): keyof typeof wallets {
  fields.required(name);
  return fields.word(name, ['6', '18']) ?? '6';
}

/** Returns the transfers, each with its id: the funding account is a part of every transfer. */
function moved({ exchange, account }: Pick<Call, 'exchange' | 'account'>) {
  return exchange
    .incomes(account, fundingWallet)
    .filter(({ kind }) => kind === 'transfer')
    .map((income) => ({ ...income, transId: idText(income.id) }));
}

function state(call: Call): readonly object[] {
  const { fields } = call;
  const transId = fields.required('transId');
  const found = moved(call).find((each) => each.transId === transId);
  if (!found) throw refusals.wrong('transId');
  const { amount, asset } = found;
  const isIn = amount > 0n;
  return [
    {
      transId,
      clientId: '',
      ccy: asset,
      amt: amountText(isIn ? amount : -amount),
      from: isIn ? '18' : '6',
      to: isIn ? '6' : '18',
      type: '0',
      subAcct: '',
      instId: '',
      toInstId: '',
      state: 'success',
    },
  ];
}

/** Returns the balances of the funding account. */
function balances({ exchange, account, fields }: Call): readonly object[] {
  const wanted = fields.text('ccy')?.split(',');
  return exchange.accounts
    .wallets(account, fundingWallet)
    .filter(({ asset, total }) => total !== 0n && (wanted?.includes(asset) ?? true))
    .map(({ asset, total, reserved }) => ({
      ccy: asset,
      bal: amountText(total),
      frozenBal: amountText(reserved),
      availBal: amountText(total - reserved),
    }));
}
