import { Empty } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';

export function SystemPage() {
  return (
    <Page title="System">
      <Empty>Nothing yet.</Empty>
    </Page>
  );
}
