import { useQuery } from '@tanstack/react-query';
import { buildQuery } from './build.ts';

/** Offers the new version of the page once the service has one. The key stays in the tab. */
export function BuildNotice() {
  const { data } = useQuery(buildQuery());
  return (
    <div role="status">
      {data?.isNew === true && (
        <p className="mode row">
          A new version of this page is available.
          <button type="button" className="button small" onClick={() => window.location.reload()}>
            Reload
          </button>
        </p>
      )}
    </div>
  );
}
