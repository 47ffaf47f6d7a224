import { failureOf } from '../../shared/live/failures.ts';
import { NotSentError } from '../../shared/live/tradeHttp.ts';
import { bybitWords } from './words.ts';

/** A read before the sending: where it brings no answer, nothing of the order was sent. */
export async function beforehand<Value>(read: Promise<Value>): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    const { kind, message } = failureOf(error, bybitWords);
    throw kind === 'unknown' ? new NotSentError(message, { cause: error }) : error;
  }
}
