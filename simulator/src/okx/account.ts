import { amountText } from '@windlass/matching';
import { type Call, type Routes, signed, wallet } from './call.ts';
import { Refusal } from './errors.ts';
import { heldBy } from './positions.ts';

export const accountRoutes: Routes = {
  'GET /api/v5/account/config': signed(config),
  'GET /api/v5/account/balance': signed(balance),
  'POST /api/v5/account/set-position-mode': signed(setPositionMode),
};

/** Address that a key is bound to: one of those reserved for documentation. */
const boundTo = '203.0.113.7';

/**
 * Returns the account's settings. Each currency margins what settles in it. The exchange's keys
 * have all trading rights or none; an account without contracts is in spot mode.
 */
function config({ account }: Call): readonly object[] {
  const uid = String(account.number);
  const { spot, contracts, withdrawals, isBoundToAddresses } = account.rights;
  const trade = spot || contracts ? ['trade'] : [];
  const perm = ['read_only', ...trade, ...(withdrawals ? ['withdraw'] : [])].join(',');
  const posMode = account.isHedged ? 'long_short_mode' : 'net_mode';
  return [
    {
      uid,
      mainUid: uid,
      acctLv: contracts ? '2' : '1',
      posMode,
      autoLoan: false,
      greeksType: 'PA',
      level: 'Lv1',
      levelTmp: '',
      ctIsoMode: 'automatic',
      mgnIsoMode: 'automatic',
      perm,
      type: '0',
      label: '',
      ip: isBoundToAddresses ? boundTo : '',
    },
  ];
}

/** Sets the position mode; setting the current mode again succeeds. */
function setPositionMode({ exchange, account, fields }: Call): readonly object[] {
  fields.required('posMode');
  const posMode = fields.word('posMode', ['long_short_mode', 'net_mode']) ?? 'net_mode';
  const isHedged = posMode === 'long_short_mode';
  if (isHedged === account.isHedged) return [{ posMode }];
  if (exchange.accounts.setHedged(account, isHedged) !== undefined) {
    const text = 'Cancel any open orders, close positions, and stop trading bots first.';
    throw new Refusal('59000', `Setting failed. ${text}`);
  }
  return [{ posMode }];
}

/** Returns what is held or owed in each currency, without the empty ones. */
function balance(call: Call): readonly object[] {
  const { exchange, account, fields } = call;
  const uTime = String(exchange.now());
  const wanted = fields.text('ccy')?.split(',');
  const held = heldBy(call);
  const wallets = exchange.accounts
    .wallets(account, wallet)
    .filter(({ asset, total }) => total !== 0n && (wanted?.includes(asset) ?? true));
  const details = wallets.map(({ asset, total, reserved }) => {
    const own = held.filter(({ market }) => market.settle === asset);
    const upl = own.reduce((sum, { unrealised }) => sum + unrealised, 0n);
    const margin = own.reduce((sum, position) => sum + position.margin, 0n);
    return {
      ccy: asset,
      uTime,
      cashBal: amountText(total),
      eq: amountText(total + upl),
      availBal: amountText(total - reserved),
      availEq: amountText(total + upl - reserved),
      frozenBal: amountText(reserved),
      ordFrozen: amountText(reserved - margin),
      upl: amountText(upl),
      isoUpl: '0',
      isoEq: '0',
      liab: '',
      interest: '',
      stgyEq: '0',
      disEq: '0',
      eqUsd: '0',
      crossLiab: '',
      isoLiab: '',
      maxLoan: '',
      mgnRatio: '',
      notionalLever: '',
      twap: '0',
      fixedBal: '0',
      borrowFroz: '',
      spotInUseAmt: '',
    };
  });
  const none = { adjEq: '', imr: '', mmr: '', mgnRatio: '', notionalUsd: '', ordFroz: '', upl: '' };
  return [{ ...none, uTime, totalEq: '0', isoEq: '0', borrowFroz: '', details }];
}
