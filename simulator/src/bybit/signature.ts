import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { Refusal } from './errors.ts';

/** How old a request may be when it does not say so itself. */
const recvWindowDefault = '5000';
/** How far ahead of the exchange a client's clock may be. */
const aheadMsMax = 1_000;

/** Proves who sent a request, and that it is not too old; refuses it otherwise. */
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
  // The window is signed as it was sent, also when it was not.
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

/** server_time - recv_window <= timestamp < server_time + 1000. */
function checkTime(time: string, window: string, now: number): void {
  const [sentAt, windowMs] = [Number(time), Number(window)];
  if (sentAt < now + aheadMsMax && sentAt >= now - windowMs) return;
  const said = `req_timestamp[${time}],server_timestamp[${now}],recv_window[${window}]`;
  const text = 'invalid request, please check your server timestamp or recv_window param.';
  throw new Refusal(10002, `${text} ${said}`);
}
