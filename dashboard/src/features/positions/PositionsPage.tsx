import { Empty } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';

export function PositionsPage() {
  return (
    <Page title="Positions">
      <Empty>Nothing yet.</Empty>
    </Page>
  );
}
