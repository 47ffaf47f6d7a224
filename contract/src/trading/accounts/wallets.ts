import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { accountFacts, assetCode } from '../perps/fields.ts';
import { accountId } from './fields.ts';

/** Trading §4.2. */
export const walletWords = [
  'spot',
  'swap',
  'future',
  'margin',
  'funding',
  'main',
  'savings',
] as const;
export type WalletWordWire = (typeof walletWords)[number];

const wallet = (field: string) =>
  z.enum(walletWords, { error: `${field} must be one of ${walletWords.join(', ')}` });

/** Above this a number no longer holds every cent. */
const amountMax = 1e13;

export const walletEndpoints = {
  /**
   * Moves money from one wallet of an account to another.
   *
   * @example
   * await client.transferFunds({
   *   exchange_account_id: 'paper-binance',
   *   asset: 'USDT',
   *   amount: 250,
   *   from_account: 'spot',
   *   to_account: 'swap',
   * });
   */
  transferFunds: defineEndpoint({
    service: 'trading',
    tag: 'Wallets',
    method: 'POST',
    path: '/order-execution/execution/transfer',
    summary: 'Move money between wallets of an account',
    description:
      'Each exchange has wallets for some of these names; a refusal names them. The transfer is ' +
      'sent once: after NETWORK_ERROR with `status` unknown look at the balances before you send ' +
      'another.',
    access: ['trader'],
    body: z.object({
      exchange_account_id: accountId,
      asset: assetCode,
      amount: z
        .number({ error: 'amount is required and must be a number' })
        .positive('amount must be above 0')
        .max(amountMax, `amount must be at most ${amountMax}`),
      from_account: wallet('from_account'),
      to_account: wallet('to_account'),
    }),
    data: z.object({
      ...accountFacts,
      transfer_id: z.string(),
      asset: z.string(),
      amount: z.number(),
      from_account: z.enum(walletWords),
      to_account: z.enum(walletWords),
      status: z.enum(['completed', 'pending']),
      timestamp: z.int(),
    }),
    message: 'Transfer completed successfully',
    answersWithinMs: 20_000,
    errors: [
      'NOT_SUPPORTED',
      'INSUFFICIENT_BALANCE',
      'ACCOUNT_NOT_FOUND',
      'EXCHANGE_ERROR',
      'NETWORK_ERROR',
      'STORE_UNAVAILABLE',
    ],
  }),
} as const;
