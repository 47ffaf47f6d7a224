import { type AlgorithmTypeWire, type AlgorithmWire, algorithmTypes } from '@windlass/contract';
import { ErrorNote, Note } from '../../../shared/ui/Notes.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { Segments } from '../../../shared/ui/Segments.tsx';
import { typeDescription, typeName } from '../words.ts';
import type { Draft, Filled } from './draft.ts';
import { OrderFields } from './OrderFields.tsx';
import { ParamFields } from './ParamFields.tsx';
import { StartFoot } from './StartFoot.tsx';
import { useStarting } from './useStarting.ts';

interface StartFormProps {
  readonly filled: Filled;
  readonly onType: (type: AlgorithmTypeWire) => void;
  readonly onSymbol: (symbol: string) => void;
  readonly onDraft: (draft: Draft) => void;
  /** Called so that the next press sends another request, whatever the result of this one is. */
  readonly onNewId: () => void;
  readonly onStarted: (algorithm: AlgorithmWire) => void;
  readonly canTrade: boolean;
}

const types = algorithmTypes.map((type) => [type, typeName(type)] as const);

/** Shows the form that starts an algorithm. Its parameters are drawn from their schema. */
export function StartForm(props: StartFormProps) {
  const { filled, onType, onSymbol, onDraft, onNewId, onStarted, canTrade } = props;
  const starting = useStarting(filled, { onStarted });
  const { form, faults, start, isUnknown, changed } = starting;
  const isFixed = start.isPending || isUnknown;
  const change = (draft: Draft) => {
    changed();
    onDraft(draft);
  };
  const fields = { filled, faults, onDraft: change };
  return (
    <Panel title="Start an algorithm">
      <form
        ref={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          starting.press();
        }}
      >
        <fieldset className="stack algorithms-fields" disabled={isFixed}>
          <legend className="visually-hidden">Order</legend>
          <Segments
            label="Algorithm"
            value={filled.type}
            options={types}
            onChange={(type) => {
              changed();
              onType(type);
            }}
          />
          <p className="muted">{typeDescription(filled.type)}</p>
          <OrderFields {...fields} onSymbol={onSymbol} />
          <ParamFields {...fields} />
        </fieldset>
        {start.error && (
          <ErrorNote error={start.error} what={isUnknown ? 'No answer' : 'Nothing was started'} />
        )}
        {isUnknown && (
          <Note mood="warn">
            Start not confirmed. Asking again sends the same request under the same name, which
            cannot start a second one. Look at the list before you change it.
          </Note>
        )}
        <StartFoot filled={filled} starting={starting} canTrade={canTrade} onNewId={onNewId} />
      </form>
    </Panel>
  );
}
