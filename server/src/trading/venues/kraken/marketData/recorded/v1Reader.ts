import { type Fields, isFields, parseJson } from '../../../shared/json.ts';
import { isRateLimit, type OlderReader, type OlderReading } from '../spot/protocol.ts';
import { depthOfChannel, fromOldSpotName, readV1Book } from './v1.ts';
import { createV1Channels } from './v1Channels.ts';

/**
 * Reads version 1 of the spot stream. Nothing subscribes to it any more: only recordings hold it,
 * in one file with nothing that says the version, so each frame shows it by its form.
 */
export function createV1Reader(): OlderReader {
  const channels = createV1Channels();
  return {
    read(text) {
      if (text.startsWith('[')) {
        const root = parseJson(text);
        if (!Array.isArray(root)) return undefined;
        channels.learnFrame(root);
        const frame = readV1Book(root);
        return frame ? { kind: 'book', frame } : { kind: 'answer', answer: { kind: 'other' } };
      }
      if (!text.includes('"event"')) return undefined;
      const root = parseJson(text);
      if (!isFields(root)) return undefined;
      if (root.event === 'subscriptionStatus') channels.learnStatus(root);
      else if (root.event !== 'error') return undefined;
      return readAnswer(root);
    },
    torn(text) {
      const isStatus = text.startsWith('{"event":');
      return channels.torn(text) ?? (isStatus ? { kind: 'other' } : undefined);
    },
  };
}

/** Reads the answer to a subscription. */
function readAnswer(root: Fields): OlderReading {
  const { status, pair, channelName, errorMessage, subscription } = root;
  const keys = typeof pair === 'string' ? { keys: [fromOldSpotName(pair)] } : {};
  if (root.event === 'error' || status === 'error') {
    const reason = String(errorMessage);
    const isLimit = isRateLimit(reason);
    return { kind: 'answer', answer: { kind: 'refused', reason, isLimit, ...keys } };
  }
  const isBook = typeof channelName === 'string' && depthOfChannel(channelName) !== undefined;
  if (status !== 'subscribed' || !isBook) return { kind: 'answer', answer: { kind: 'other' } };
  const depth = isFields(subscription) ? subscription.depth : undefined;
  return { kind: 'answer', answer: { kind: 'accepted', ...keys }, depth };
}
