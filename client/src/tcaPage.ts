import { endpoints, type Input } from '@windlass/contract';
import { readAnswer } from './answer.ts';
import { type ClientOptions, createAsk } from './createClient.ts';
import type { CallOptions } from './method.ts';

type TcaInput = Omit<Input<typeof endpoints.getTcaReport>, 'format'>;

/**
 * Fetches the report of `getTcaReport` as a page for people: one HTML file that loads nothing else.
 * Rejects like the client's methods.
 *
 * @example
 * const page = await fetchTcaPage({ exchange_account_id: 'paper-okx' }, { baseUrl, key });
 */
export async function fetchTcaPage(
  input: TcaInput,
  options: ClientOptions,
  callOptions: Pick<CallOptions, 'signal' | 'timeoutMs'> = {},
): Promise<string> {
  const endpoint = endpoints.getTcaReport;
  const asked = { ...input, format: 'html' };
  const { answer, context } = await createAsk(options)(endpoint, asked, callOptions);
  const isPage = answer.headers['content-type']?.startsWith('text/html') === true;
  if (answer.status === 200 && isPage) return answer.text;
  // A refusal is JSON and is thrown. Any other answer was not asked for.
  readAnswer(endpoint, { ...answer, text: answer.status === 200 ? '' : answer.text }, context);
  throw new TypeError('readAnswer returned for an answer that is not a page');
}
