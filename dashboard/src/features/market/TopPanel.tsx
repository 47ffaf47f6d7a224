import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/api.tsx';
import { type Quote, spreadOf, type TopOfBook, topOf } from '../../shared/books/quotes.ts';
import {
  formatBps,
  formatChangePct,
  formatPrice,
  formatQuantity,
  formatShortUsd,
  priceDigits,
} from '../../shared/format.ts';
import { partsOf } from '../../shared/symbol.ts';
import { Figures } from '../../shared/ui/Figures.tsx';
import { ErrorNote, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { venueName } from '../../shared/venues.ts';
import { arbitrageOf } from './arbitrage.ts';
import { marketQuery } from './queries.ts';
import type { MarketView } from './view.ts';

/** The best prices over the fresh venues, and what the market did in a day. */
export function TopPanel({ view }: { view: MarketView }) {
  const { symbol, books, selection } = view;
  const { data: market, error } = useQuery(marketQuery(useClient(), symbol));
  const { base } = partsOf(symbol);
  const top = topOf(books, selection.fresh);
  const spread = spreadOf(top);
  const volume = market?.volume_complete === false ? 'an exchange is missing' : 'of all exchanges';
  const digits = spread && priceDigits(spread.mid);
  const spreadText = formatPrice(spread?.price, digits);
  const reference = `reference price ${formatPrice(market?.price)}`;
  const quote = (of: Quote | undefined) =>
    of && `${formatQuantity(of.quantity)} ${base} on ${venueName(of.venue)}`;
  return (
    <Panel title={`${symbol} now`}>
      <div className="stack">
        <Figures
          of={[
            [
              'Best bid',
              <Figure key="" text={formatPrice(top.bid?.price)} rest={quote(top.bid)} />,
            ],
            [
              'Best ask',
              <Figure key="" text={formatPrice(top.ask?.price)} rest={quote(top.ask)} />,
            ],
            ['Spread', <Figure key="" text={formatBps(spread?.bps)} rest={spreadText} />],
            ['Mid price', <Figure key="" text={formatPrice(spread?.mid)} rest="of these two" />],
            [
              '24 h change',
              <Figure key="" text={formatChangePct(market?.change_24h_pct)} rest={reference} />,
            ],
            [
              '24 h volume',
              <Figure key="" text={formatShortUsd(market?.volume_24h_usd)} rest={volume} />,
            ],
          ]}
        />
        {error && <ErrorNote error={error} what="24 h figures cannot be read" />}
        <ArbitrageLine {...{ top, base }} />
      </div>
    </Panel>
  );
}

function Figure({ text, rest }: { text: string; rest: string | undefined }) {
  return (
    <>
      {text}
      <span className="market-rest">{rest ?? ' '}</span>
    </>
  );
}

/** Always there, so that nothing below it moves when it has something to say. */
function ArbitrageLine({ top, base }: { top: TopOfBook; base: string }) {
  const found = arbitrageOf(top);
  if (!found) {
    const spread = spreadOf(top);
    const why = spread
      ? `the best bid of all venues is ${formatBps(spread.bps)} below the best ask.`
      : 'it takes fresh bids and asks.';
    return <p className="small muted">No cross-venue arbitrage: {why}</p>;
  }
  const { buy, sell, grossBps, quantity } = found;
  return (
    <p className="small market-arbitrage">
      <Tag mood="warn">Cross-venue arbitrage</Tag> Buy on {venueName(buy.venue)} at{' '}
      {formatPrice(buy.price)}, sell on {venueName(sell.venue)} at {formatPrice(sell.price)}:{' '}
      <strong>{formatBps(grossBps)} gross of fees</strong>, up to {formatQuantity(quantity)} {base}.
    </p>
  );
}
