import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { AlgorithmEvent, DataOf } from '@windlass/client';
import { useEffect, useState } from 'react';
import { useApi } from '../../../shared/api.tsx';
import { every, now } from '../../../shared/clock.ts';
import { detailsKey, listKey } from '../queries.ts';
import { patchLine, patchList, patchUpdate } from './patch.ts';

/** Time until changes are read. Slices come in bursts, and one read covers a burst. */
const beatMs = 500;
/** With this many children an answer is large, so it is read less often. */
const manyChildren = 300;
const manyBeatMs = 5_000;

/** Keeps every list of algorithms up to date. Returns false while the stream is down. */
export function useLiveList(): boolean {
  const { followAlgorithms } = useApi();
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const reading = readAgain(queries, listKey, () => beatMs);
    const statuses = new Map<string, string>();
    const stream = followAlgorithms(undefined, (event) => {
      heard(event, { setIsLive, reading });
      if (event.type !== 'update') return;
      const { order_id: id, status } = event.algorithm;
      queries.setQueriesData<DataOf<'listAlgorithms'>>(
        { queryKey: listKey },
        (list) => list && patchList(list, event.algorithm),
      );
      // New algorithms, and those that enter or leave a filter, affect more than one row.
      if (statuses.get(id) !== status) reading.want();
      statuses.set(id, status);
    });
    return () => {
      stream.close();
      reading.stop();
    };
  }, [followAlgorithms, queries]);
  return isLive;
}

/** Keeps the details of one algorithm up to date. Returns false while the stream is down. */
export function useLiveDetails(id: string): boolean {
  const { followAlgorithms } = useApi();
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const key = detailsKey(id);
    const read = () => queries.getQueryData<DataOf<'getAlgorithm'>>(key);
    const write = (change: (details: DataOf<'getAlgorithm'>) => DataOf<'getAlgorithm'>) =>
      queries.setQueryData<DataOf<'getAlgorithm'>>(key, (known) => known && change(known));
    const reading = readAgain(queries, key, () =>
      (read()?.child_orders.length ?? 0) > manyChildren ? manyBeatMs : beatMs,
    );
    const stream = followAlgorithms(id, (event) => {
      heard(event, { setIsLive, reading });
      if (event.type === 'update') {
        write((details) => patchUpdate(details, event.algorithm));
      } else if (event.type === 'line') {
        write((details) => patchLine(details, event.line));
        // Its children have probably changed, and the stream does not report them.
        reading.want();
      }
    });
    return () => {
      stream.close();
      reading.stop();
      setIsLive(false);
    };
  }, [followAlgorithms, queries, id]);
  return isLive;
}

interface Reading {
  /** Called when the known data may be incomplete. */
  want(): void;
  stop(): void;
}

function readAgain(queries: QueryClient, queryKey: QueryKey, periodMs: () => number): Reading {
  let isWanted = false;
  let readAtMs = 0;
  const stop = every(beatMs, () => {
    if (!isWanted || now() < readAtMs + periodMs()) return;
    isWanted = false;
    readAtMs = now();
    void queries.invalidateQueries({ queryKey });
  });
  return {
    want: () => {
      isWanted = true;
    },
    stop,
  };
}

function heard(
  event: AlgorithmEvent,
  { setIsLive, reading }: { setIsLive: (isLive: boolean) => void; reading: Reading },
): void {
  if (event.type === 'subscribed') {
    setIsLive(true);
    if (!event.isContinued) reading.want();
  } else if (event.type === 'state' && event.state !== 'connected') {
    setIsLive(false);
  }
}
