import type { CommandNode } from './tree.ts';
import { listPlaces, namesOf, type Place } from './words.ts';

/** Returns the completion script for bash, which `zsh` can also read through its bashcompinit. */
export function renderBash(program: CommandNode): string {
  const places = listPlaces(program);
  return `# bash completion of windlass; made by "windlass completion bash"
_windlass_place() {
  # Follows the words that name commands; answers which command is meant and what its words are.
  local index=1 word
  place='' taken=0
  while [ "$index" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[$index]}"
    case "$place $word" in
${renderSteps(places)}
      *\\ -*)
        case "$place $word" in
          ${renderValued(places)}) index=$((index + 1)) ;;
        esac
        ;;
      *) taken=$((taken + 1)) ;;
    esac
    index=$((index + 1))
  done
}

_windlass() {
  local place taken words='' before="\${COMP_WORDS[COMP_CWORD - 1]}"
  local typed="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  _windlass_place
  case "$place $before" in
${renderValues(places)}
  esac
  case "$typed" in
    -*)
      case "$place" in
${places.map(renderOptions).join('\n')}
      esac
      ;;
    *)
      case "$place $taken" in
${places.flatMap(renderWords).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$typed"))
}
complete -F _windlass windlass
`;
}

/** Returns the steps into groups. Groups take no arguments, so a word after one names a command. */
function renderSteps(places: readonly Place[]): string {
  return places
    .flatMap((place) =>
      place.commands.map(({ path, aliases }) => {
        const names = [path.at(-1) ?? '', ...aliases].map((name) => `"${place.path} ${name}"`);
        return `      ${names.join(' | ')}) place="${path.join(' ')}" ;;`;
      }),
    )
    .join('\n');
}

/** Returns the words that a value follows. */
function renderValued(places: readonly Place[]): string {
  const words = places.flatMap(({ path, options }) =>
    options.filter(({ value }) => value !== 'none').map(({ flag }) => `"${path} ${flag}"`),
  );
  return words.join(' | ');
}

function renderValues(places: readonly Place[]): string {
  const cases = places.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value !== 'none')
      .map(({ flag, value, choices }) => {
        const generate = value === 'file' ? '-f' : `-W "${choices.join(' ')}"`;
        const reply = `COMPREPLY=($(compgen ${generate} -- "$typed"))`;
        return `    "${path} ${flag}") ${reply}; return ;;`;
      }),
  );
  return cases.join('\n');
}

function renderOptions({ path, options }: Place): string {
  return `        "${path}") words="${options.map(({ flag }) => flag).join(' ')}" ;;`;
}

function renderWords(place: Place): string[] {
  const { path, choices } = place;
  const names = namesOf(place);
  const commands = names.length === 0 ? [] : [`        "${path} 0") words="${names.join(' ')}" ;;`];
  const ofArguments = choices.flatMap((words, index) =>
    words.length === 0 ? [] : [`        "${path} ${index}") words="${words.join(' ')}" ;;`],
  );
  return [...commands, ...ofArguments];
}
