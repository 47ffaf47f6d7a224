import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mayHaveHappened } from '@windlass/client';
import { useClient } from '../../shared/api.tsx';
import { createId } from '../../shared/ids.ts';
import { type ClosingOrder, closingOrder } from './closing.ts';
import { positionsKey } from './queries.ts';
import { type Position, positionKey } from './risk.ts';

/**
 * Closes a position. An order with an unknown outcome is kept longer than the row it was sent from,
 * and sending it again repeats it unchanged.
 */
export function useClosing(position: Position) {
  const client = useClient();
  const queries = useQueryClient();
  const keptKey = ['closing', positionKey(position)];
  const { data: kept } = useQuery<ClosingOrder | null>({
    queryKey: keptKey,
    queryFn: () => null,
    initialData: null,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { mutateAsync } = useMutation({
    mutationFn: async () => {
      // Not `kept` from the last render: two presses may come before the first is drawn.
      const underWay = queries.getQueryData<ClosingOrder | null>(keptKey);
      const order = underWay ?? closingOrder(position, `close-${createId()}`);
      if (!order) throw new Error('Inverse contract: not supported.');
      queries.setQueryData(keptKey, order);
      try {
        const result = await client.submitOrder(order);
        queries.setQueryData(keptKey, null);
        return result;
      } catch (error) {
        if (!mayHaveHappened(error)) queries.setQueryData(keptKey, null);
        throw error;
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: positionsKey }),
  });
  return { close: mutateAsync, kept };
}
