import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { errorTexts, Refusal, refusals } from './errors.ts';

/** Seconds that a request's time may be off the exchange's, in either direction. */
const gapSecondsMax = 60;

/** Returns the account that signed a request; refuses a bad signature or an old request. */
export function authenticate(request: RawRequest, exchange: Exchange): Account {
  const [key, timestamp, sign] = ['KEY', 'Timestamp', 'SIGN'].map((name) => {
    const value = request.headers[name.toLowerCase()];
    if (value === undefined || value === '') throw missingHeader(name);
    return value;
  });
  const account = exchange.accounts.find(key ?? '');
  if (!account) throw denied('INVALID_KEY');
  if (!isSignedBy(account.secret, request, { timestamp: timestamp ?? '', sign: sign ?? '' })) {
    throw denied('INVALID_SIGNATURE');
  }
  const gap = Math.abs(exchange.now() / 1_000 - Number(timestamp));
  if (!(gap <= gapSecondsMax)) throw denied('REQUEST_EXPIRED', 403);
  checkDeadline(request, exchange.now());
  return account;
}

function missingHeader(name: string): Refusal {
  const text = `Missing required header: ${name}`;
  return new Refusal('MISSING_REQUIRED_HEADER', text, { status: 401 });
}

function denied(label: string, status = 401): Refusal {
  return new Refusal(label, errorTexts[label] ?? '', { status });
}

interface Signed {
  readonly timestamp: string;
  readonly sign: string;
}

/** Checks the signature of five lines: method, path, decoded query, hash of the body, and time. */
function isSignedBy(secret: string, request: RawRequest, { timestamp, sign }: Signed): boolean {
  const { method, path, query, body } = request;
  const hash = createHash('sha512').update(body).digest('hex');
  const plainQuery = decodeURIComponent(query.replaceAll('+', ' '));
  const payload = [method, path, plainQuery, hash, timestamp].join('\n');
  const expected = createHmac('sha512', secret).update(payload).digest();
  const given = Buffer.from(sign, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Refuses a request after the time in ms that its client set as its expiry. */
function checkDeadline({ headers }: RawRequest, now: number): void {
  const deadline = headers['x-gate-exptime'];
  if (deadline === undefined) return;
  if (!/^\d{13}$/.test(deadline)) throw refusals.invalid('x-gate-exptime', deadline);
  if (now > Number(deadline)) {
    throw new Refusal('REQUEST_EXPIRED', 'Request has passed its x-gate-exptime', { status: 403 });
  }
}
