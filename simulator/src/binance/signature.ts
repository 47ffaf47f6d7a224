import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { Refusal, refusals } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** The exchange's default and maximum of `recvWindow`. */
const recvWindowMsDefault = 5_000;
const recvWindowMsMax = 60_000;
/** Maximum of ms by which a client's clock may be ahead of the exchange's. */
const aheadMsMax = 1_000;

/** Returns the account that signed a request; refuses a bad signature or an old request. */
export function authenticate(
  request: RawRequest,
  parameters: Parameters,
  exchange: Exchange,
): Account {
  const account = accountOf(request.headers['x-mbx-apikey'], exchange);
  parameters.required('timestamp');
  const signature = parameters.required('signature');
  if (!isSignedBy(account.secret, request, signature)) {
    throw new Refusal(-1022, 'Signature for this request is not valid.');
  }
  checkTime(parameters, exchange.now());
  return account;
}

/** Returns the account of an API key; throws a refusal when no account has it. */
export function accountOf(apiKey: string | undefined, exchange: Exchange): Account {
  if (apiKey === undefined || apiKey === '') {
    throw new Refusal(-2014, 'API-key format invalid.', 401);
  }
  const account = exchange.accounts.find(apiKey);
  if (!account) throw refusals.noRight();
  return account;
}

/** The signed text is the query and the body as they came, without the signature at their end. */
function isSignedBy(secret: string, { query, body }: RawRequest, signature: string): boolean {
  const payload = withoutSignature(query) + withoutSignature(body);
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function withoutSignature(text: string): string {
  return text.replace(/(^|&)signature=[^&]*$/, '');
}

/** Refuses requests that are too old or from the future. */
export function checkTime(parameters: Parameters, now: number): void {
  const timestamp = parameters.whole('timestamp');
  if (timestamp === undefined) throw refusals.missing('timestamp');
  const recvWindow = parameters.text('recvWindow') ?? String(recvWindowMsDefault);
  const windowMs = Number(recvWindow);
  if (!(windowMs >= 0)) throw refusals.illegal('recvWindow', '^[0-9]{1,20}$');
  if (windowMs > recvWindowMsMax) {
    throw new Refusal(-1131, `recvWindow must be less than ${recvWindowMsMax}.`);
  }
  if (timestamp > now + aheadMsMax) {
    const text = "Timestamp for this request was 1000ms ahead of the server's time.";
    throw new Refusal(-1021, text);
  }
  if (now - timestamp > windowMs) {
    throw new Refusal(-1021, 'Timestamp for this request is outside of the recvWindow.');
  }
}
