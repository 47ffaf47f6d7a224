import { createSystemClock } from '../../../src/kit/clock.ts';
import type { OwnedProcess } from './ownedProcess.ts';

const clock = createSystemClock();
/**
 * Milliseconds between two checks while a process is ready: as often as the guide's HAProxy checks.
 */
const checkEveryMs = 500;
/**
 * Milliseconds between two checks while no process is ready: a takeover is measured too long by at
 * most this.
 */
const lookEveryMs = 40;

/** A process that orders are sent to, and its readiness to take them. */
export type ClientDoor = Pick<OwnedProcess, 'name' | 'address' | 'ready'>;

export interface OpenDoor {
  readonly address: string;
  /** Aborts when it is no longer ready: calls under way are repeated elsewhere. */
  readonly shut: AbortSignal;
}

export interface Door {
  /** Returns a ready process; undefined while none is. */
  open(): OpenDoor | undefined;
  /** Has the process checked again before it is used again. */
  forget(door: OpenDoor): void;
  close(): void;
}

/**
 * Creates a door that checks each process separately, like a load balancer, so that one that hangs
 * does not delay the others.
 */
export function createDoor(doors: readonly ClientDoor[]): Door {
  const opened = new Map<ClientDoor, OpenDoor & { readonly shutting: AbortController }>();
  let isClosed = false;
  const shut = (of: ClientDoor): void => {
    opened.get(of)?.shutting.abort();
    opened.delete(of);
  };
  const check = async (of: ClientDoor): Promise<void> => {
    const before = opened.get(of);
    const isReady = (await of.ready()) === 200;
    if (!isReady) return opened.get(of) === before ? shut(of) : undefined;
    if (opened.has(of)) return;
    const shutting = new AbortController();
    opened.set(of, { address: of.address, shut: shutting.signal, shutting });
  };
  const watch = async (of: ClientDoor): Promise<void> => {
    let checkedMs = Number.NEGATIVE_INFINITY;
    for (; !isClosed; await clock.sleep(lookEveryMs)) {
      if (opened.size > 0 && clock.monotonic() - checkedMs < checkEveryMs) continue;
      checkedMs = clock.monotonic();
      await check(of);
    }
  };
  for (const each of doors) void watch(each);
  return {
    open: () => opened.values().next().value,
    forget({ address }) {
      for (const of of doors) if (of.address === address) shut(of);
    },
    close() {
      isClosed = true;
    },
  };
}
