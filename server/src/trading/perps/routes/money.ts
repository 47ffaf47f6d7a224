import { portfolioMarginEndpoints, walletEndpoints } from '@windlass/contract';
import { actorOf } from '../../../http/actor.ts';
import { answer, type Binding, bind } from '../../../http/bind.ts';
import { requireReach } from '../../accounts/index.ts';
import type { Perps } from '../types.ts';
import { factsOf, toMarginAssetWire, toPapiBalance } from '../wire.ts';

/** Routes of wallets and of portfolio margin (Trading §4.2, §4.3). */
export function moneyRoutes(perps: Perps): Binding[] {
  return [transferRoute(perps), ...marginRoutes(perps)];
}

function transferRoute(perps: Perps): Binding {
  return bind(walletEndpoints.transferFunds, async ({ body }, context) => {
    requireReach(context.caller, body.exchange_account_id);
    const { asset, amount, from_account, to_account } = body;
    const draft = { accountId: body.exchange_account_id, asset, amount };
    const words = { from: from_account, to: to_account };
    const moved = await perps.transfer({ ...draft, ...words }, actorOf(context));
    const { account, transferId: transfer_id, status, atMs: timestamp } = moved;
    const asked = { asset, amount, from_account, to_account };
    const data = { ...factsOf(account), transfer_id, ...asked, status, timestamp };
    const isThere = status === 'completed';
    return answer(data, isThere ? {} : { message: 'Transfer is under way' });
  });
}

function marginRoutes(perps: Perps): Binding[] {
  return [
    bind(portfolioMarginEndpoints.getPortfolioMarginBalance, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const { account, assets } = await perps.marginBalances(query.exchange_account_id);
      const byAsset = assets.map((row) => [row.asset, toMarginAssetWire(row)]);
      return { ...factsOf(account), assets: Object.fromEntries(byAsset) };
    }),
    bind(portfolioMarginEndpoints.getPortfolioMarginAccount, async ({ query }, { caller }) => {
      requireReach(caller, query.exchange_account_id);
      const { account, assets, totals } = await perps.marginAccount(query.exchange_account_id);
      return {
        ...factsOf(account),
        papi_balance: assets.map(toPapiBalance),
        papi_um_account: { ...totals },
      };
    }),
    bind(portfolioMarginEndpoints.triggerAutoCollection, async ({ body }, context) => {
      requireReach(context.caller, body.exchange_account_id);
      const query = { accountId: body.exchange_account_id };
      const { account, response } = await perps.collect(query, actorOf(context));
      return { success: true, ...factsOf(account), response };
    }),
    bind(portfolioMarginEndpoints.triggerAssetCollection, async ({ body }, context) => {
      requireReach(context.caller, body.exchange_account_id);
      const { exchange_account_id: accountId, asset } = body;
      const { account, response } = await perps.collect({ accountId, asset }, actorOf(context));
      const message = `Asset-collection triggered for ${asset}`;
      return answer({ success: true, ...factsOf(account), asset, response }, { message });
    }),
  ];
}
