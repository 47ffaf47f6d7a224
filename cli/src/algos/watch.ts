import type { ApiError, Client } from '@windlass/client';
import { exitCodes, mayPass } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { findKey, type GlobalOptions, openClient, serviceUrl } from '../settings.ts';
import {
  afterShown,
  applyDetails,
  applyEvent,
  beginFollowing,
  type Following,
  hasEnded,
} from './following.ts';
import { createScreen, type Screen } from './screen.ts';

/** As fast as people can follow figures. */
const frameMs = 100;
/** Wait after a failed read that may pass: the service may be starting. */
const readAgainMs = 1_000;

interface Watching {
  readonly id: string;
  readonly client: Client;
  readonly io: CliIo;
  readonly ended: AbortController;
  following: Following;
  /** The failure that ends the command, if there is one. */
  failure: ApiError | undefined;
}

/** Follows an algorithm to its end. Returns 0 when it completed. */
export async function watchAlgorithm(
  id: string,
  options: GlobalOptions,
  io: CliIo,
): Promise<number> {
  const client = openClient(options, io);
  const following = beginFollowing(await client.getAlgorithm({ order_id: id }));
  const ended = new AbortController();
  const watching: Watching = { id, client, io, ended, following, failure: undefined };
  const screen = createScreen(io, { isJson: options.json === true });
  const stopListening = io.terminal.onInterrupt(() => ended.abort());
  const stream = hasEnded(following) ? undefined : openFollow(watching, options);
  try {
    await showAll(watching, screen);
  } finally {
    // The screen ends before a failure is printed: its line must not stand behind the bar.
    screen.end(watching.following);
    stream?.close();
    stopListening();
  }
  return conclude(watching);
}

function openFollow(watching: Watching, options: GlobalOptions) {
  const { io } = watching;
  return io.openAlgorithmStream({
    baseUrl: serviceUrl(options, io),
    key: findKey(options, io),
    orderId: watching.following.algorithm.order_id,
    runtime: io.runtime,
    onEvent(event) {
      watching.following = applyEvent(watching.following, event);
    },
    onError(error) {
      // An outage after a connection is shown and waited out.
      const isOutage = error.code === 'NETWORK_ERROR';
      if (isOutage && watching.following.connection !== 'connecting') return;
      watching.failure = error;
    },
  });
}

async function showAll(watching: Watching, screen: Screen): Promise<void> {
  const { io, ended } = watching;
  while (!ended.signal.aborted) {
    if (watching.failure) throw watching.failure;
    if (watching.following.isOutdated) await readAgain(watching);
    const { isOutdated } = watching.following;
    if (!io.stdout.isBlocked && !isOutdated) {
      screen.show(watching.following);
      watching.following = afterShown(watching.following);
    }
    if (hasEnded(watching.following) && !isOutdated) return;
    await io.runtime.sleep(isOutdated ? readAgainMs : frameMs, ended.signal);
  }
}

async function readAgain(watching: Watching): Promise<void> {
  const { client, id, ended } = watching;
  // Reset before the request: a subscription during the answer may ask for another read.
  watching.following = { ...watching.following, isOutdated: false };
  try {
    const details = await client.getAlgorithm({ order_id: id }, { signal: ended.signal });
    watching.following = applyDetails(watching.following, details);
  } catch (failure) {
    if (!ended.signal.aborted && !mayPass(failure)) throw failure;
    watching.following = { ...watching.following, isOutdated: true };
  }
}

/** Leaving before the end is no completion: a script must not continue as if it were. */
function conclude({ following, io }: Watching): number {
  const { status } = following.algorithm;
  if (!hasEnded(following)) {
    io.stderr.write(`Stopped watching; still ${status}.\n`);
  }
  return status === 'COMPLETED' ? exitCodes.ok : exitCodes.failure;
}
