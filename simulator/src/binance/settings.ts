import { createListenKeys, type ListenKeys } from './streams/listenKeys.ts';

/** State of this exchange that the neutral exchange does not keep. */
export interface Settings {
  readonly listenKeys: ListenKeys;
}

export function createSettings(): Settings {
  return { listenKeys: createListenKeys() };
}
