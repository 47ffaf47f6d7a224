import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { accountId, readers } from '../accounts/fields.ts';
import { accountFacts, assetCode, rawRecord } from './fields.ts';

const number = z.number();
const decimalText = z.string().describe('decimal text');

const contractWallet = z.object({ wallet: number, unrealized_pnl: number });

/** Trading §4.3. */
const marginAsset = z.object({
  cross_margin: z.object({
    total: number,
    free: number,
    locked: number,
    borrowed: number,
    interest: number,
  }),
  um_futures: contractWallet.describe('USD-margined'),
  cm_futures: contractWallet.describe('coin-margined'),
  total_wallet_balance: number,
  negative_balance: number,
});

const papiBalance = z.object({
  asset: z.string(),
  crossMarginAsset: decimalText,
  crossMarginFree: decimalText,
  crossMarginLocked: decimalText,
  umWalletBalance: decimalText,
  umUnrealizedPNL: decimalText,
  cmWalletBalance: decimalText,
  cmUnrealizedPNL: decimalText,
  totalWalletBalance: decimalText,
});

const common = { service: 'trading', tag: 'Portfolio margin' } as const;
const asked = ['NOT_SUPPORTED', 'ACCOUNT_NOT_FOUND', 'NETWORK_ERROR'] as const;
const told = [...asked, 'EXCHANGE_ERROR'] as const;
const answersWithinMs = 20_000;
const account = z.object({ exchange_account_id: accountId });
const collected = { success: z.boolean(), ...accountFacts } as const;

export const portfolioMarginEndpoints = {
  /**
   * Returns the balances of a portfolio-margin account by asset and wallet.
   *
   * @example
   * const { assets } = await client.getPortfolioMarginBalance({ exchange_account_id: 'desk-pm' });
   */
  getPortfolioMarginBalance: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/portfolio-margin/balance',
    summary: 'Balances of a portfolio-margin account',
    access: readers,
    query: account,
    data: z.object({ ...accountFacts, assets: z.record(z.string(), marginAsset) }),
    message: 'Portfolio margin balance retrieved successfully',
    answersWithinMs,
    errors: asked,
  }),
  /**
   * Returns a portfolio-margin account with the field names of its exchange.
   *
   * @example
   * const { papi_um_account } = await client.getPortfolioMarginAccount({
   *   exchange_account_id: 'desk-pm',
   * });
   */
  getPortfolioMarginAccount: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/portfolio-margin/account',
    summary: 'Margin of a portfolio-margin account',
    access: readers,
    query: account,
    data: z.object({
      ...accountFacts,
      papi_balance: z.array(papiBalance),
      papi_um_account: z.object({
        totalInitialMargin: decimalText,
        totalMaintMargin: decimalText,
        totalWalletBalance: decimalText,
        totalUnrealizedProfit: decimalText,
        totalMarginBalance: decimalText,
        availableBalance: decimalText,
        maxWithdrawAmount: decimalText,
      }),
    }),
    message: 'Portfolio margin account retrieved successfully',
    answersWithinMs,
    errors: asked,
  }),
  /**
   * Moves positive balances of the contract wallets to the cross-margin wallet. BNB in the wallet
   * of USD-margined contracts stays there.
   *
   * @example
   * await client.triggerAutoCollection({ exchange_account_id: 'desk-pm' });
   */
  triggerAutoCollection: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/execution/portfolio-margin/auto-collection',
    summary: 'Collect all assets into the cross-margin wallet',
    access: ['trader'],
    body: account,
    data: z.object({ ...collected, response: rawRecord }),
    message: 'Auto-collection triggered successfully',
    answersWithinMs,
    errors: told,
  }),
  /**
   * Moves one asset from the contract wallets to the cross-margin wallet. BNB cannot be moved.
   *
   * @example
   * await client.triggerAssetCollection({ exchange_account_id: 'desk-pm', asset: 'USDT' });
   */
  triggerAssetCollection: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/execution/portfolio-margin/asset-collection',
    summary: 'Collect one asset into the cross-margin wallet',
    access: ['trader'],
    body: account.extend({ asset: assetCode }),
    data: z.object({ ...collected, asset: z.string(), response: rawRecord }),
    message: 'Asset-collection triggered',
    answersWithinMs,
    errors: told,
  }),
} as const;
