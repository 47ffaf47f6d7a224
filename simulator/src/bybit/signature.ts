import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { Refusal } from './errors.ts';

/** Milliseconds that a request may be old when it does not name a window itself. */
const recvWindowDefault = '5000';
/** Milliseconds by which a client's clock may be ahead of the exchange's. */
const aheadMsMax = 1_000;

/** Returns the account that signed a request; refuses a bad signature or an old request. */
export function authenticate(request: RawRequest, exchange: Exchange): Account {
  const { headers, method, query, body } = request;
  const [key = '', time = '', sign = ''] = [
    headers['x-bapi-api-key'],
    headers['x-bapi-timestamp'],
    headers['x-bapi-sign'],
  ];
  if (key === '' || time === '' || sign === '') {
    const text = `apiTimestamp[${time}] apiKey[${key}] apiSignature[${sign}]`;
    throw new Refusal(10001, `empty value: ${text}`);
  }
  const account = exchange.accounts.find(key);
  if (!account) throw new Refusal(10003, 'API key is invalid.');
  const window = headers['x-bapi-recv-window'] ?? '';
  checkTime(time, window === '' ? recvWindowDefault : window, exchange.now());
  // The signature covers the window as it was sent, and the default when none was sent.
  const payload = `${time}${key}${window}${method === 'GET' ? query : body}`;
  if (!isSigned(payload, account.secret, sign)) {
    throw new Refusal(10004, `error sign! origin_string[${payload}]`);
  }
  return account;
}

export function isSigned(payload: string, secret: string, sign: string): boolean {
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(sign, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Checks that server_time - recv_window <= timestamp < server_time + 1000. */
function checkTime(time: string, window: string, now: number): void {
  const [sentAt, windowMs] = [Number(time), Number(window)];
  if (sentAt < now + aheadMsMax && sentAt >= now - windowMs) return;
  const said = `req_timestamp[${time}],server_timestamp[${now}],recv_window[${window}]`;
  const text = 'invalid request, please check your server timestamp or recv_window param.';
  throw new Refusal(10002, `${text} ${said}`);
}
