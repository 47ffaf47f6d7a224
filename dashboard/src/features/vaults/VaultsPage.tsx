import { Empty } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';

export function VaultsPage() {
  return (
    <Page title="Vaults">
      <Empty>Nothing yet.</Empty>
    </Page>
  );
}
