import { useBooks } from '../../shared/books/hooks.ts';
import { formatPrice } from '../../shared/format.ts';
import { useParam } from '../../shared/location.ts';
import { Page } from '../../shared/ui/Page.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { SymbolField } from '../../shared/ui/SymbolField.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';

export function MarketPage() {
  const [symbol, setSymbol] = useParam('symbol', 'BTC/USDT');
  const books = useBooks(symbol);
  return (
    <Page title="Market" aside={<SymbolField value={symbol} onChange={setSymbol} />}>
      <Panel title="Books">
        {[...books.venues.values()].map(({ book }) => (
          <p key={book.venue}>
            <VenueTag venue={book.venue} /> {formatPrice(book.mid_price)}
          </p>
        ))}
      </Panel>
    </Page>
  );
}
