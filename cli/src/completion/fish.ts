import type { CommandNode, OptionNode } from './tree.ts';
import { listPlaces, type Place } from './words.ts';

/** Returns the completion script for fish, with a description of each word. */
export function renderFish(program: CommandNode): string {
  const places = listPlaces(program);
  const steps = places.flatMap(({ path, commands }) =>
    commands.map((child) => {
      const names = [child.path.at(-1) ?? '', ...child.aliases];
      const words = names.map((name) => quote(`${path} ${name}`)).join(' ');
      return `            case ${words}\n                set place ${quote(child.path.join(' '))}`;
    }),
  );
  const valued = places.flatMap(({ path, options }) =>
    options.filter(({ value }) => value !== 'none').map(({ flag }) => quote(`${path} ${flag}`)),
  );
  const lines = places.flatMap(renderPlace);
  return `# fish completion of windlass; made by "windlass completion fish"
function __windlass_at --description 'whether these words name that command, so many arguments on'
    set -l place ''
    set -l taken 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch "$place $word"
${steps.join('\n')}
            case ${valued.join(' ')}
                set skip 1
            case '* -*'
            case '*'
                set taken (math $taken + 1)
        end
    end
    test "$place" = "$argv[1]"; or return 1
    test (count $argv) -eq 1; or test $taken -eq $argv[2]
end

complete -c windlass -f
${lines.join('\n')}
`;
}

function renderPlace({ path, commands, options, choices }: Place): string[] {
  const at = (...more: string[]) => quote(['__windlass_at', `'${path}'`, ...more].join(' '));
  const ofCommands = commands.map(
    (child) =>
      `complete -c windlass -n ${at('0')} -a ${quote(child.path.at(-1) ?? '')} ` +
      `-d ${quote(child.description)}`,
  );
  const ofArguments = choices.flatMap((words, index) =>
    words.length === 0
      ? []
      : [`complete -c windlass -n ${at(String(index))} -a ${quote(words.join(' '))}`],
  );
  return [...ofCommands, ...ofArguments, ...options.map((each) => renderOption(at(), each))];
}

function renderOption(condition: string, option: OptionNode): string {
  const { flag, description, value, choices } = option;
  const name = flag.replace(/^--/, '');
  const values = value === 'file' ? ' -r -F' : ` -x -a ${quote(choices.join(' '))}`;
  const taken = value === 'none' ? '' : values;
  return `complete -c windlass -n ${condition} -l ${name}${taken} -d ${quote(description)}`;
}

/** Quotes a text: only these two characters mean something in single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
