import { readTree } from '../../cli/src/completion/tree.ts';
import { createProgram } from '../../cli/src/run.ts';
import { createFakeIo } from '../../cli/test/support/fakeIo.ts';

type Program = ReturnType<typeof createProgram>;

/** Returns the input of the command line's page: the current commands. */
export function readProgram() {
  const program = createProgram(createFakeIo().io, () => undefined);
  const notesOf = (path: readonly string[]) => readNotes(commandAt(program, path));
  return { tree: readTree(program), notesOf };
}

function commandAt(program: Program, path: readonly string[]): Program {
  return path.reduce((above, name) => {
    const found = above.commands.find((command) => command.name() === name);
    if (!found) throw new Error(`there is no command ${path.join(' ')}`);
    return found;
  }, program);
}

/** Returns the help text after the part that is drawn from the command itself. */
function readNotes(command: Program): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (text) => written.push(text) });
  command.outputHelp();
  return written.join('').slice(command.helpInformation().length).trim();
}
