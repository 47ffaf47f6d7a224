import { Empty } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';

export function TradePage() {
  return (
    <Page title="Trade">
      <Empty>Nothing yet.</Empty>
    </Page>
  );
}
