import { Empty } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';

export function TcaPage() {
  return (
    <Page title="Tca">
      <Empty>Nothing yet.</Empty>
    </Page>
  );
}
