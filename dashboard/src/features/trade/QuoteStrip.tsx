import type { Side } from '@windlass/contract';
import { spreadOf } from '../../shared/books/quotes.ts';
import { formatBps, formatPrice, formatQuantity } from '../../shared/format.ts';
import { venueName } from '../../shared/venues.ts';
import type { Quotes } from './quotes.ts';

interface QuoteStripProps {
  readonly quotes: Quotes;
  /** Exchange the order goes to; undefined when there are several. */
  readonly venue: string | undefined;
  /** Called with a chosen price; undefined when the order has none. */
  readonly onPick: ((price: number) => void) | undefined;
}

/** Shows the best bid and ask. A click makes one the order's price. */
export function QuoteStrip({ quotes, venue, onPick }: QuoteStripProps) {
  const { bid, ask, isOwn, isFresh } = quotes;
  if (!bid && !ask) return <p className="small muted">No live book of this symbol here.</p>;
  const isElsewhere = venue !== undefined && !isOwn;
  return (
    <div className={isFresh ? 'trade-quotes' : 'trade-quotes stale'}>
      <Quote name="Bid" side="buy" quote={bid} isNamed={!isOwn} onPick={onPick} />
      <div className="trade-spread small muted">
        {formatBps(spreadOf(quotes)?.bps, 1)}
        <br />
        {isFresh ? 'spread' : 'stale'}
      </div>
      <Quote name="Ask" side="sell" quote={ask} isNamed={!isOwn} onPick={onPick} />
      {isElsewhere && (
        <p className="small muted trade-elsewhere">
          {venueName(venue)} streams no book; these are the best of other exchanges.
        </p>
      )}
    </div>
  );
}

interface QuoteProps extends Pick<QuoteStripProps, 'onPick'> {
  readonly name: string;
  readonly side: Side;
  readonly quote: Quotes['bid'];
  readonly isNamed: boolean;
}

function Quote({ name, side, quote, isNamed, onPick }: QuoteProps) {
  const content = (
    <>
      <span className="small muted">
        {name}
        {isNamed && quote && `, ${venueName(quote.venue)}`}
      </span>
      <span className={`trade-price ${side}`}>{formatPrice(quote?.price)}</span>
      <span className="small muted">{formatQuantity(quote?.quantity)}</span>
    </>
  );
  if (!onPick || !quote) return <div className="trade-quote">{content}</div>;
  return (
    <button
      type="button"
      className="trade-quote"
      title={`Take the ${name.toLowerCase()} as the price`}
      onClick={() => onPick(quote.price)}
    >
      {content}
      <span className="visually-hidden">: take as the price</span>
    </button>
  );
}
