import type { ApiError } from '@windlass/client';
import { orderbookVenues } from '@windlass/contract';
import { useParam } from '../../shared/location.ts';
import { ErrorNote } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { SymbolField } from '../../shared/ui/SymbolField.tsx';
import { DepthPanel } from './DepthPanel.tsx';
import { LadderPanel } from './LadderPanel.tsx';
import { PricePanel } from './PricePanel.tsx';
import { QualityPanel } from './QualityPanel.tsx';
import { whyNotFresh } from './selection.ts';
import { TopPanel } from './TopPanel.tsx';
import { useMarketView } from './view.ts';
import './market.css';

/** Shows the prices of a symbol, by venue, and how reliable they are. */
export function MarketPage() {
  const [symbol, setSymbol] = useParam('symbol', 'BTC/USDT');
  return (
    <Page
      title="Market"
      aside={<SymbolField value={symbol} onChange={setSymbol} venues={orderbookVenues} />}
    >
      <Market symbol={symbol} />
    </Page>
  );
}

/** Separate from the page, so that drawing the books does not redraw the symbol field. */
function Market({ symbol }: { symbol: string }) {
  const view = useMarketView(symbol);
  const { books, off, selection } = view;
  const stale = books.venues.size > 0 && whyNotFresh(books, selection) !== undefined;
  if (books.refusal) return <Refused symbol={symbol} refusal={books.refusal} />;
  return (
    <>
      <TopPanel symbol={symbol} off={off} />
      <div className="market-columns">
        <LadderPanel view={view} />
        <div className="stack">
          <DepthPanel symbol={symbol} off={off} stale={stale} />
          <PricePanel symbol={symbol} />
        </div>
      </div>
      <div className="market-quality">
        <QualityPanel symbol={symbol} />
      </div>
    </>
  );
}

function Refused({ symbol, refusal }: { symbol: string; refusal: ApiError }) {
  return (
    <Panel title={`No books of ${symbol}`}>
      <div className="stack">
        <ErrorNote error={refusal} />
        <p className="muted">Choose another symbol above: it suggests those that have books.</p>
      </div>
    </Panel>
  );
}
