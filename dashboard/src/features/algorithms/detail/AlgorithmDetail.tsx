import { useQuery } from '@tanstack/react-query';
import type { AlgorithmDetailsWire } from '@windlass/contract';
import { useClient } from '../../../shared/api.tsx';
import { useNow } from '../../../shared/clock.ts';
import { Answer } from '../../../shared/ui/Answer.tsx';
import { Pairs } from '../../../shared/ui/Figures.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { useLiveDetails } from '../live/useLive.ts';
import { detailsQuery, pollMs } from '../queries.ts';
import { isEnded, isPair } from '../words.ts';
import { Children } from './Children.tsx';
import { Costs } from './Costs.tsx';
import { FillsPanel } from './FillsPanel.tsx';
import { History } from './History.tsx';
import { Ladder } from './Ladder.tsx';
import { Legs } from './Legs.tsx';
import { namedEntries } from './named.ts';
import { Overview } from './Overview.tsx';

interface AlgorithmDetailProps {
  /** Our id, or the caller's own name for it. */
  readonly id: string;
  readonly canTrade: boolean;
}

/** Shows everything about one algorithm, live. */
export function AlgorithmDetail({ id, canTrade }: AlgorithmDetailProps) {
  const isLive = useLiveDetails(id);
  const query = useQuery({
    ...detailsQuery(useClient(), id),
    refetchInterval: isLive ? false : pollMs,
  });
  return (
    <div className="algorithms-detail">
      <Answer of={query} what="The algorithm">
        {(details) => <Parts details={details} canTrade={canTrade} />}
      </Answer>
    </div>
  );
}

function Parts({ details, canTrade }: { details: AlgorithmDetailsWire; canTrade: boolean }) {
  const { algorithm_type: type, params, state, status } = details;
  // Times of an ended algorithm change slowly, so they are redrawn less often.
  const nowMs = useNow(isEnded(status) ? 60_000 : 1_000);
  return (
    <div className="stack">
      <Overview details={details} nowMs={nowMs} canTrade={canTrade} />
      <FillsPanel details={details} nowMs={nowMs} />
      {isPair(type) && <Legs details={details} />}
      {type === 'ladder' && <Ladder details={details} />}
      <Children details={details} />
      <div className="algorithms-three">
        <Costs details={details} />
        <Panel title="State">
          <Pairs of={namedEntries(state)} />
        </Panel>
        <Panel title="Parameters">
          <Pairs of={namedEntries(params)} />
        </Panel>
      </div>
      <History details={details} />
    </div>
  );
}
