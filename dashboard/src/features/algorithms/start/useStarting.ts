import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, mayHaveHappened } from '@windlass/client';
import type { AlgorithmWire } from '@windlass/contract';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../shared/api.tsx';
import { listKey } from '../queries.ts';
import { check, type Faults, type Filled, firstOfEach, type StartBody } from './draft.ts';

interface StartingPorts {
  readonly onStarted: (algorithm: AlgorithmWire) => void;
}

/** Checks the form's values, sends them once, and knows whether the service got them. */
export function useStarting(filled: Filled, { onStarted }: StartingPorts) {
  const client = useClient();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  /** Number of refused presses. No problems are shown before the first. */
  const [refusals, setRefusals] = useState(0);
  const refuse = () => setRefusals((count) => count + 1);
  const start = useMutation({
    mutationFn: (body: StartBody) => client.startAlgorithm(body),
    onSuccess: onStarted,
    onError: refuse,
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
  useEffect(() => {
    if (refusals === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const checked = check(filled);
  const told = start.error instanceof ApiError ? issuesOf(start.error) : new Map();
  return {
    form,
    checked,
    start,
    /** Problems found by the page, after those from the service. */
    faults: refusals === 0 ? new Map() : new Map([...told, ...checked.faults]),
    /** True when it may have started all the same. */
    isUnknown: start.error !== null && mayHaveHappened(start.error),
    /** True when the name was used before, by a request whose outcome was unknown. */
    isTaken: isTaken(start.error),
    press() {
      if (start.isPending) return;
      if (checked.isGood) start.mutate(checked.body);
      else refuse();
    },
    /** Called after a change of the form: the service's last answer was about another request. */
    changed() {
      if (start.isError) start.reset();
    },
  };
}

function issuesOf({ issues }: ApiError): Faults {
  return firstOfEach(issues.map(({ field, message }) => [field, message] as const));
}

function isTaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'DUPLICATE_CLIENT_ALGORITHM_ID';
}
