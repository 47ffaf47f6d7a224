import { createListenKeys, type ListenKeys } from './streams/listenKeys.ts';

/** What the neutral exchange has no word for. */
export interface Settings {
  readonly listenKeys: ListenKeys;
}

export function createSettings(): Settings {
  return { listenKeys: createListenKeys() };
}
