import { expect, test } from 'vitest';
import type { CommandNode, OptionNode } from '../../cli/src/completion/tree.ts';
import { renderCliPage } from './cliPage.ts';

const option = (
  usage: string,
  description: string,
  rest: Partial<OptionNode> = {},
): OptionNode => ({
  flag: usage.split(' ')[0] ?? '',
  usage,
  description,
  isMandatory: false,
  usual: undefined,
  value: 'text',
  choices: [],
  ...rest,
});
const command = (path: string[], rest: Partial<CommandNode>): CommandNode => ({
  path,
  aliases: [],
  description: '',
  arguments: [],
  options: [],
  children: [],
  usual: undefined,
  ...rest,
});

test('lists each command with its arguments, options, choices and notes', () => {
  const hoist = command(['boats', 'hoist'], {
    aliases: ['lift'],
    description: 'hoist one',
    arguments: [
      { name: 'name', isRequired: true, description: 'which one', choices: [] },
      { name: 'way', isRequired: false, description: 'up | down', choices: [] },
    ],
    options: [
      option('--side <side>', 'of it', { choices: ['a', 'b'], isMandatory: true }),
      option('--slow', 'take <some> time', { value: 'none' }),
      option('--knots <knots>', 'how fast', { usual: '5' }),
    ],
  });
  const boats = { description: 'see boats', children: [hoist], usual: 'hoist' };
  const tree = command([], {
    options: [option('--url <url>', 'where')],
    children: [command(['boats'], boats)],
  });
  const notesOf = (path: readonly string[]) => (path.length === 2 ? 'Mind the mast.' : '');
  const page = renderCliPage({ tree, notesOf });
  expect(page.slice(page.indexOf('| Option'))).toMatchInlineSnapshot(`
    "| Option | |
    |---|---|
    | \`--url <url>\` | where |

    - [\`boats\`](#boats): see boats

    ## boats

    See boats.

    Alone it means \`boats hoist\`.

    ### boats hoist

    Hoist one. Also: \`lift\`.

    \`\`\`
    windlass boats hoist <name> [way] --side <side> [options]
    \`\`\`

    | Argument | |
    |---|---|
    | \`name\` | which one |
    | \`way\` | up \\| down |

    | Option | |
    |---|---|
    | \`--side <side>\` | of it: \`a\`, \`b\` (needed) |
    | \`--slow\` | take \\<some> time |
    | \`--knots <knots>\` | how fast (\`5\` when omitted) |

    \`\`\`text
    Mind the mast.
    \`\`\`
    "
  `);
});
