import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../shared/api.tsx';
import { useSettled } from '../../shared/clock.ts';
import { applyOrderEvent, type LiveOrders, noLiveOrders } from './liveOrders.ts';

/** Fills come in bursts. The data they change is read once afterwards. */
const quietMs = 400;

/**
 * Follows the orders of an account. REST data is read again when the stream may have missed
 * something. Data that changes with fills is read again after fills have paused for a moment.
 */
export function useLiveOrders(accountId: string): LiveOrders {
  const { orders } = useApi();
  const queries = useQueryClient();
  const [last, setLast] = useState({ accountId, heard: noLiveOrders });
  const heard = last.accountId === accountId ? last.heard : noLiveOrders;
  useEffect(() => {
    const watch = orders.watch(accountId, (event) => {
      setLast((before) => {
        const known = before.accountId === accountId ? before.heard : noLiveOrders;
        return { accountId, heard: applyOrderEvent(known, event) };
      });
      if (event.type !== 'subscribed' || event.isContinued) return;
      void queries.invalidateQueries({ queryKey: ['trade', 'open', accountId] });
    });
    return () => watch.close();
  }, [orders, queries, accountId]);
  const moved = useSettled(heard.version, quietMs);
  useEffect(() => {
    if (moved === 0) return;
    for (const what of ['balance', 'limit', 'leverage', 'fills']) {
      void queries.invalidateQueries({ queryKey: ['trade', what, accountId] });
    }
  }, [queries, accountId, moved]);
  return heard;
}
