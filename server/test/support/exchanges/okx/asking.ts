import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { LiveService } from '../simulated.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Rows = readonly any[];

/**
 * Calls simulated okx directly with the key of an account, not through the service; the answer must
 * be a success. A call that writes has a body.
 */
export async function askOkx(
  { service, url }: Pick<LiveService, 'service' | 'url'>,
  account: string,
  { target, body }: { readonly target: string; readonly body?: object },
): Promise<Rows> {
  const method = body ? 'POST' : 'GET';
  const sent = body ? JSON.stringify(body) : '';
  const time = new Date(service.app.clock.now()).toISOString();
  const signed = createHmac('sha256', `secret-of-${account}`);
  const headers = {
    host: 'www.okx.com',
    'ok-access-key': `key-of-${account}`,
    'ok-access-timestamp': time,
    'ok-access-passphrase': `words-of-${account}`,
    'content-type': 'application/json',
    'ok-access-sign': signed.update(`${time}${method}${target}${sent}`).digest('base64'),
  };
  const asked = request(`${url}${target}`, { method, headers });
  asked.end(sent);
  const [answer] = await once(asked, 'response');
  const told = JSON.parse(await text(answer));
  if (told.code !== '0') throw new Error(`okx refused ${target}: ${JSON.stringify(told)}`);
  return told.data;
}
