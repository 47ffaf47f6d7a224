import { formatWord } from '../../shared/format.ts';
import { CheckField } from '../../shared/ui/Field.tsx';

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly all: readonly Value[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
  /** True when the values are API names, which are shown as words. */
  readonly isWords?: boolean;
  readonly wrong?: string | undefined;
}

/** Shows all of a few options. The chosen ones keep the order of all. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, all, chosen, onChange, isWords = false, wrong } = props;
  return (
    <fieldset className="system-choices">
      <legend>{legend}</legend>
      {all.map((value) => (
        <CheckField
          key={value}
          label={isWords ? formatWord(value) : value}
          checked={chosen.includes(value)}
          onChange={(isChosen) =>
            onChange(all.filter((each) => (each === value ? isChosen : chosen.includes(each))))
          }
        />
      ))}
      {wrong !== undefined && <span className="small bad">{wrong}</span>}
    </fieldset>
  );
}
