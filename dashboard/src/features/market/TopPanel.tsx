import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { useClient } from '../../shared/api.tsx';
import { BookText } from '../../shared/books/BookText.tsx';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { useBooksWhen } from '../../shared/books/hooks.ts';
import { type Quote, spreadOf, type TopOfBook } from '../../shared/books/quotes.ts';
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
import { type Arbitrage, arbitrageOf } from './arbitrage.ts';
import { marketQuery } from './queries.ts';
import { bestOf } from './view.ts';

interface TopPanelProps {
  readonly symbol: string;
  readonly off: ReadonlySet<string>;
}

/** Shows the best prices of the fresh venues in every picture, and the market's last day. */
export const TopPanel = memo(function TopPanel({ symbol, off }: TopPanelProps) {
  const { data: market, error } = useQuery(marketQuery(useClient(), symbol));
  const volume = market?.volume_complete === false ? 'an exchange is missing' : 'of all exchanges';
  const reference = `reference price ${formatPrice(market?.price)}`;
  return (
    <Panel title={`${symbol} now`}>
      <div className="stack">
        <Figures
          of={[
            ...topFigures({ symbol, off }),
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
        <ArbitrageLine symbol={symbol} off={off} />
      </div>
    </Panel>
  );
});

function topFigures(props: TopPanelProps): readonly (readonly [string, ReactNode])[] {
  const { base } = partsOf(props.symbol);
  const restOf = (quote: Quote | undefined) =>
    quote ? `${formatQuantity(quote.quantity)} ${base} on ${venueName(quote.venue)}` : ' ';
  const live = (textOf: TextOf, restTextOf: TextOf) => (
    <LiveFigure {...props} textOf={textOf} restOf={restTextOf} />
  );
  return [
    [
      'Best bid',
      live(
        ({ bid }) => formatPrice(bid?.price),
        ({ bid }) => restOf(bid),
      ),
    ],
    [
      'Best ask',
      live(
        ({ ask }) => formatPrice(ask?.price),
        ({ ask }) => restOf(ask),
      ),
    ],
    ['Spread', live((top) => formatBps(spreadOf(top)?.bps), spreadText)],
    [
      'Mid price',
      live(
        (top) => formatPrice(spreadOf(top)?.mid),
        () => 'of these two',
      ),
    ],
  ];
}

function spreadText(top: TopOfBook): string {
  const spread = spreadOf(top);
  return formatPrice(spread?.price, spread && priceDigits(spread.mid));
}

type TextOf = (top: TopOfBook) => string;

interface LiveFigureProps extends TopPanelProps {
  readonly textOf: TextOf;
  readonly restOf: TextOf;
}

function LiveFigure({ symbol, off, textOf, restOf }: LiveFigureProps) {
  return (
    <>
      <BookText
        symbol={symbol}
        className="market-figure"
        of={(books) => textOf(bestOf(books, off))}
      />
      <BookText
        symbol={symbol}
        className="market-rest"
        of={(books) => restOf(bestOf(books, off))}
      />
    </>
  );
}

function Figure({ text, rest }: { text: string; rest: string }) {
  return (
    <>
      {text}
      <span className="market-rest">{rest}</span>
    </>
  );
}

/** Shows a line that is always there, so that nothing below it moves when it changes. */
function ArbitrageLine({ symbol, off }: TopPanelProps) {
  const { base } = partsOf(symbol);
  const books = useBooksWhen(symbol, (now) => JSON.stringify(foundOf(now, off)));
  const found = foundOf(books, off);
  if (typeof found === 'string') return <p className="small muted">{found}</p>;
  const { buy, sell, grossBps, quantity } = found;
  return (
    <p className="small market-arbitrage">
      <Tag mood="warn">Cross-venue arbitrage</Tag> Buy on {venueName(buy.venue)} at{' '}
      {formatPrice(buy.price)}, sell on {venueName(sell.venue)} at {formatPrice(sell.price)}:{' '}
      <strong>{formatBps(grossBps)} gross of fees</strong>, up to {formatQuantity(quantity)} {base}.
    </p>
  );
}

/** Returns the current arbitrage, or the reason why there is none. */
function foundOf(books: BooksNow, off: ReadonlySet<string>): Arbitrage | string {
  const top = bestOf(books, off);
  if (!top.bid || !top.ask) return 'No cross-venue arbitrage: it takes fresh bids and asks.';
  return arbitrageOf(top) ?? 'No cross-venue arbitrage: no venue bids above the ask of another.';
}
