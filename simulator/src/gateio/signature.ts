import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { errorTexts, Refusal, refusals } from './errors.ts';

/** How far a request's time may be from the exchange's, either way. */
const gapSecondsMax = 60;

/** Proves who sent a request, and that it is not too old; refuses it otherwise. */
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

/** Five lines: method, path, query as it reads, a hash of the body, and the time. */
function isSignedBy(secret: string, request: RawRequest, { timestamp, sign }: Signed): boolean {
  const { method, path, query, body } = request;
  const hash = createHash('sha512').update(body).digest('hex');
  const plainQuery = decodeURIComponent(query.replaceAll('+', ' '));
  const payload = [method, path, plainQuery, hash, timestamp].join('\n');
  const expected = createHmac('sha512', secret).update(payload).digest();
  const given = Buffer.from(sign, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A client may say until when its request is worth carrying out, in epoch ms. */
function checkDeadline({ headers }: RawRequest, now: number): void {
  const deadline = headers['x-gate-exptime'];
  if (deadline === undefined) return;
  if (!/^\d{13}$/.test(deadline)) throw refusals.invalid('x-gate-exptime', deadline);
  if (now > Number(deadline)) {
    throw new Refusal('REQUEST_EXPIRED', 'Request has passed its x-gate-exptime', { status: 403 });
  }
}
