import { Empty } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';

export function AlgorithmsPage() {
  return (
    <Page title="Algorithms">
      <Empty>Nothing yet.</Empty>
    </Page>
  );
}
