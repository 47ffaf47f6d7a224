import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isMissing, leavesOpen, type Submission } from './submission.ts';

/** Storage of a pending request, so that not even a reload loses its id. */
export interface Kept<Sent> {
  read(): Sent | undefined;
  keep(sent: Sent): void;
  /** Removes it, unless something else has been stored since. */
  forget(sent: Sent): void;
}

export interface SubmissionPorts<Sent, Result> {
  readonly kept: Kept<Sent>;
  idOf(sent: Sent): string;
  send(sent: Sent): Promise<Result>;
  /** Returns the outcome; undefined while the service does not know it either. */
  ask(sent: Sent, signal: AbortSignal): Promise<Result | undefined>;
  /** Called after every clear answer. */
  onAnswer(sent: Sent, result: Result | undefined): void;
}

export interface Submitting<Sent, Result> {
  readonly now: Submission<Sent, Result>;
  /** True while nothing else may be sent. */
  readonly isBusy: boolean;
  /** Result of the last question about an open outcome. */
  readonly asked: { readonly error: unknown; readonly isMissing: boolean };
  /** Sends, unless a request is pending. Never rejects. */
  send(sent: Sent): Promise<void>;
  /** Sends the open request again under its id. It takes effect once, however often it arrives. */
  sendAgain(): Promise<void>;
  askNow(): void;
  dismiss(): void;
}

const askEveryMs = 3_000;

/** Sends one thing at a time, and none of them twice. */
export function useSubmission<Sent, Result>(
  ports: SubmissionPorts<Sent, Result>,
): Submitting<Sent, Result> {
  const [now, setNow] = useState(() => startOf<Sent, Result>(ports.kept.read()));
  // Two clicks may come before React has drawn the first.
  const isUnderWay = useRef(false);
  const settle = (sent: Sent, result: Result) => {
    ports.kept.forget(sent);
    setNow({ phase: 'answered', sent, result });
    ports.onAnswer(sent, result);
  };
  const attempt = async (sent: Sent) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    ports.kept.keep(sent);
    setNow({ phase: 'sending', sent });
    try {
      settle(sent, await ports.send(sent));
    } catch (error) {
      if (leavesOpen(error)) return setNow({ phase: 'open', sent, error });
      ports.kept.forget(sent);
      setNow({ phase: 'refused', sent, error });
      ports.onAnswer(sent, undefined);
    } finally {
      isUnderWay.current = false;
    }
  };
  const asking = useAsking(now, ports, settle);
  return {
    now,
    isBusy: now.phase === 'sending' || now.phase === 'open',
    asked: { error: asking.error, isMissing: isMissing(asking.error) },
    async send(sent) {
      if (now.phase !== 'sending' && now.phase !== 'open') await attempt(sent);
    },
    async sendAgain() {
      if (now.phase === 'open') await attempt(now.sent);
    },
    askNow: () => void asking.refetch(),
    dismiss() {
      if (now.phase === 'open') ports.kept.forget(now.sent);
      if (now.phase !== 'sending') setNow({ phase: 'ready' });
    },
  };
}

function startOf<Sent, Result>(sent: Sent | undefined): Submission<Sent, Result> {
  return sent === undefined ? { phase: 'ready' } : { phase: 'open', sent, error: undefined };
}

/** Asks for an open outcome until it is known, or the service says it knows no such request. */
function useAsking<Sent, Result>(
  now: Submission<Sent, Result>,
  ports: SubmissionPorts<Sent, Result>,
  settle: (sent: Sent, result: Result) => void,
) {
  const open = now.phase === 'open' ? now.sent : undefined;
  return useQuery({
    queryKey: ['trade', 'asked', open === undefined ? '' : ports.idOf(open)],
    queryFn: async ({ signal }) => {
      if (open === undefined) return 'nothing';
      const result = await ports.ask(open, signal);
      if (result === undefined) return 'open';
      settle(open, result);
      return 'known';
    },
    enabled: open !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : askEveryMs),
  });
}
