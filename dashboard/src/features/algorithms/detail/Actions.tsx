import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlgorithmDetailsWire, AlgorithmWire } from '@windlass/contract';
import { useClient } from '../../../shared/api.tsx';
import { ConfirmButton } from '../../../shared/ui/ConfirmButton.tsx';
import { ErrorNote } from '../../../shared/ui/Notes.tsx';
import { listKey } from '../queries.ts';
import { isEnded, typeName } from '../words.ts';
import { lastRefused } from './attention.ts';
import { cancelWords } from './cancelling.ts';

interface ActionsProps {
  readonly details: AlgorithmDetailsWire;
  readonly canTrade: boolean;
}

/** Shows the actions that its state allows. One that has ended has none. */
export function Actions({ details, canTrade }: ActionsProps) {
  const { order_id: id, status, algorithm_type: type, symbol } = details;
  const client = useClient();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [listKey[0]] });
  const move = useMutation({
    mutationFn: (ask: () => Promise<AlgorithmWire>) => ask(),
    onSettled: refresh,
  });
  const pause = () => move.mutate(() => client.pauseAlgorithm({ order_id: id }));
  const resume = () => move.mutate(() => client.resumeAlgorithm({ order_id: id }));
  const cancel = () => client.cancelAlgorithm({ order_id: id }).finally(refresh);
  if (isEnded(status)) return null;
  if (!canTrade) {
    return (
      <p className="small muted">Read-only key. Pausing and cancelling need the trader role.</p>
    );
  }
  const button = (label: string, act: () => void) => (
    <button type="button" className="button" disabled={move.isPending} onClick={act}>
      {move.isPending ? 'Working…' : label}
    </button>
  );
  return (
    <>
      <div className="row">
        {status === 'RUNNING' && button('Pause', pause)}
        {lastRefused(details) && status === 'RUNNING' && button('Retry refused accounts', resume)}
        {status === 'PAUSED' && button('Resume', resume)}
        <ConfirmButton
          label={status === 'CANCELLING' ? 'Cancel again' : 'Cancel'}
          title={`Cancel the ${typeName(type)} of ${symbol}?`}
          action={`Cancel the ${typeName(type)}`}
          onConfirm={cancel}
        >
          <p>{cancelWords(details)}</p>
        </ConfirmButton>
      </div>
      {move.error && <ErrorNote error={move.error} what="Not done" />}
    </>
  );
}
