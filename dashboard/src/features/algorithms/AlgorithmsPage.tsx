import { type AlgorithmTypeWire, algorithmTypes } from '@windlass/contract';
import { useState } from 'react';
import { useMay } from '../../shared/access.ts';
import { createId } from '../../shared/ids.ts';
import { goTo, hashOf, useParam } from '../../shared/location.ts';
import { Page } from '../../shared/ui/Page.tsx';
import './algorithms.css';
import { AlgorithmDetail } from './detail/AlgorithmDetail.tsx';
import { AlgorithmList } from './list/AlgorithmList.tsx';
import { emptyDraft } from './start/draft.ts';
import { StartForm } from './start/StartForm.tsx';

/** Shows all algorithms on the left, and on the right the chosen one or the form for a new one. */
export function AlgorithmsPage() {
  const [id] = useParam('id', '');
  const canTrade = useMay('trader');
  const form = useForm();
  return (
    <Page
      title="Algorithms"
      aside={
        id !== '' && (
          <a className="button primary algorithms-start" href={hashOf('algorithms', form.place)}>
            Start an algorithm
          </a>
        )
      }
    >
      <div className="algorithms-sides">
        <AlgorithmList
          chosen={id}
          linkOf={(algorithm) => hashOf('algorithms', { ...form.place, id: algorithm.order_id })}
        />
        {id === '' ? (
          <StartForm {...form.props} canTrade={canTrade} />
        ) : (
          <AlgorithmDetail id={id} canTrade={canTrade} key={id} />
        )}
      </div>
    </Page>
  );
}

/** Keeps the form's values while the person looks at an algorithm. */
function useForm() {
  const [typed, setType] = useParam('type', 'twap');
  const [symbol, setSymbol] = useParam('symbol', 'BTC/USDT');
  const [draft, setDraft] = useState(emptyDraft);
  const [id, setId] = useState(createId);
  const type = algorithmTypes.find((each) => each === typed) ?? 'twap';
  const place = { type, symbol };
  const props = {
    filled: { type, symbol, draft, id },
    onType: (chosen: AlgorithmTypeWire) => setType(chosen),
    onSymbol: setSymbol,
    onDraft: setDraft,
    onNewId: () => setId(createId()),
    onStarted: (algorithm: { readonly order_id: string }) => {
      setDraft(emptyDraft);
      setId(createId());
      goTo('algorithms', { ...place, id: algorithm.order_id });
    },
  };
  return { place, props };
}
