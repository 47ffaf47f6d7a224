import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/api.tsx';
import { now } from '../../shared/clock.ts';
import { formatDateTime } from '../../shared/format.ts';
import { goTo, hashOf, useLocation } from '../../shared/location.ts';
import { accountsQuery } from '../../shared/queries.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { tcaQuery } from './queries.ts';
import { paramsOf, type Question, readQuestion } from './question.ts';
import { Report } from './Report.tsx';
import { ReportLinks } from './ReportLinks.tsx';
import './tca.css';
import { TcaForm } from './TcaForm.tsx';

/** Shows what trading cost an account, and why. */
export function TcaPage() {
  const client = useClient();
  const { params } = useLocation();
  const accounts = useQuery(accountsQuery(client));
  const first = accounts.data?.[0]?.exchange_account_id ?? '';
  const question = readQuestion(params, first);
  const report = useQuery(tcaQuery(client, question, now));
  return (
    <Page title="Transaction costs">
      <TcaForm
        key={JSON.stringify(question)}
        question={question}
        error={report.error}
        isAsking={report.isFetching}
        onAsk={(asked) => ask(asked, question, report.refetch)}
      />
      <Answer of={report} what="The report" idle="Choose an account to see its report.">
        {(found) => (
          <div className="stack">
            <div className="row spread">
              <p className="muted">
                {found.exchange_account_id},{' '}
                {found.market_type === 'swap' ? 'perpetuals and futures' : 'spot'},{' '}
                {found.symbol ?? 'all symbols'}: {formatDateTime(found.window.start)} to{' '}
                {formatDateTime(found.window.end)}
              </p>
              <ReportLinks report={found} horizon={question.horizon} />
            </div>
            {found.fills_count === 0 ? <NoFills question={question} /> : <Report report={found} />}
          </div>
        )}
      </Answer>
    </Page>
  );
}

/** Requests a report. The same question again means a new report as of now. */
function ask(asked: Question, shown: Question, again: () => Promise<unknown>): void {
  const isSame = JSON.stringify(asked) === JSON.stringify(shown);
  if (isSame) void again();
  else goTo('tca', paramsOf(asked));
}

function NoFills({ question }: { question: Question }) {
  const { account, market } = question;
  const other = market === 'swap' ? 'spot' : 'swap';
  const words = { swap: 'perpetuals', spot: 'spot' };
  return (
    <Panel title="No fills in this time">
      <Empty>
        {account} had no fills in {words[market]} then. Every fill comes into this report, seconds
        after it happened, whoever sent the order.{' '}
        <a href={hashOf('tca', paramsOf({ ...question, market: other, symbol: '' }))}>
          Look at {words[other]}
        </a>
      </Empty>
    </Panel>
  );
}
