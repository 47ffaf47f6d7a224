import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';
import { StreamRefusal } from './refusals.ts';

/** Milliseconds that a login's time may be off the exchange's clock, in either direction. */
const offMsMax = 30_000;

/**
 * Returns the account of a login, which signs the time in seconds and a request that is never sent.
 */
export function accountOf(exchange: Exchange, sent: Readonly<Record<string, unknown>>): Account {
  const text = (name: string): string => {
    const value = sent[name];
    return typeof value === 'string' ? value : '';
  };
  const [apiKey, timestamp, sign] = [text('apiKey'), text('timestamp'), text('sign')];
  if (apiKey === '') throw new StreamRefusal('60001', '"OK-ACCESS-KEY" can not be empty.');
  if (sign === '') throw new StreamRefusal('60002', '"OK-ACCESS-SIGN" can not be empty.');
  if (text('passphrase') === '') {
    throw new StreamRefusal('60003', '"OK-ACCESS-PASSPHRASE" can not be empty.');
  }
  if (!/^\d{10}$/.test(timestamp)) {
    throw new StreamRefusal('60004', 'Invalid OK-ACCESS-TIMESTAMP');
  }
  if (Math.abs(exchange.now() - Number(timestamp) * 1_000) > offMsMax) {
    throw new StreamRefusal('60006', 'Timestamp request expired');
  }
  const account = exchange.accounts.find(apiKey);
  if (!account) throw new StreamRefusal('60005', 'Invalid OK-ACCESS-KEY');
  const signed = createHmac('sha256', account.secret);
  const expected = signed.update(`${timestamp}GET/users/self/verify`).digest();
  const given = Buffer.from(sign, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new StreamRefusal('60007', 'Invalid sign');
  }
  if (text('passphrase') !== account.passphrase) {
    throw new StreamRefusal('60024', 'Wrong passphrase');
  }
  return account;
}
