import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { Refusal } from './errors.ts';

/** Milliseconds that a request's time may be off the exchange's clock, in either direction. */
const offMsMax = 30_000;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Form of the exchange's keys; a key of another form gets another error than an unknown one. */
const keyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const accessHeaders = {
  key: 'ok-access-key',
  passphrase: 'ok-access-passphrase',
  sign: 'ok-access-sign',
  timestamp: 'ok-access-timestamp',
} as const;

/** Returns the account that signed a request; refuses a bad signature or an old request. */
export function authenticate(request: RawRequest, exchange: Exchange): Account {
  const header = (part: keyof typeof accessHeaders, code: string) => {
    const name = accessHeaders[part];
    const value = request.headers[name];
    if (value) return value;
    throw new Refusal(code, `Request header ${name.toUpperCase()} can not be empty.`);
  };
  const apiKey = header('key', '50103');
  const passphrase = header('passphrase', '50104');
  const sign = header('sign', '50106');
  const timestamp = header('timestamp', '50107');
  checkTime(timestamp, exchange.now());
  const account = exchange.accounts.find(apiKey);
  if (!account) {
    if (keyPattern.test(apiKey)) throw new Refusal('50119', "API key doesn't exist");
    throw new Refusal('50111', 'Invalid OK-ACCESS-KEY');
  }
  if (!isSignedBy(account.secret, request, { sign, timestamp })) {
    throw new Refusal('50113', 'Invalid Sign');
  }
  if (passphrase !== account.passphrase) {
    throw new Refusal('50105', 'Request header OK-ACCESS-PASSPHRASE incorrect.');
  }
  return account;
}

interface Signed {
  readonly sign: string;
  readonly timestamp: string;
}

/** The signed text is the time, the method, the path with its query, and the body as it came. */
function isSignedBy(
  secret: string,
  { method, path, query, body }: RawRequest,
  { sign, timestamp }: Signed,
): boolean {
  const target = query === '' ? path : `${path}?${query}`;
  const payload = `${timestamp}${method}${target}${body}`;
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(sign, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function checkTime(timestamp: string, now: number): void {
  const at = Date.parse(timestamp);
  if (!timePattern.test(timestamp) || Number.isNaN(at)) {
    throw new Refusal('50112', 'Invalid OK-ACCESS-TIMESTAMP');
  }
  if (Math.abs(now - at) > offMsMax) throw new Refusal('50102', 'Timestamp request expired');
}

/** Refuses a request that arrived after the expiry that its client set. */
export function checkDeadline({ headers }: RawRequest, now: number): void {
  const expTime = headers.exptime;
  if (expTime === undefined) return;
  if (!/^\d{13}$/.test(expTime)) throw new Refusal('51000', 'Parameter expTime error');
  if (now > Number(expTime)) throw new Refusal('51149', 'Order timed out. Please try again.');
}
