/** Turns the list of commands into a program with help, options, exit codes and one line for each error. */
import { userInfo } from 'node:os'
import { CommanderError, Command as Program } from 'commander'
import { recordAs } from '../audit.ts'
import { buildInfo } from '../build-info.ts'
import { StartError } from '../start-error.ts'
import { type Command, CommandError, type Given } from './command.ts'
import { printable } from './find-user.ts'
import { withContext } from './with-context.ts'

type CommandLine = { commands: readonly Command[]; groups: Readonly<Record<string, string>> }

const failed = 1
const misused = 2

/** Resolves with the exit code. */
export async function runCommandLine(words: string[], commandLine: CommandLine): Promise<number> {
  try {
    await programOf(commandLine).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misused
    console.error(messageOf(error))
    return failed
  }
}

function programOf({ commands, groups }: CommandLine): Program {
  const program = new Program('foyer')
    .description('Works on the database of this installation with the settings of the service.')
    .version(`${buildInfo.version} (${buildInfo.build})`, '--version', 'prints the version and the commit')
    .exitOverride()
    .showHelpAfterError('Add --help to see the commands and options.')
  for (const command of commands) addCommand(program, command, groups)
  return program
}

function addCommand(program: Program, command: Command, groups: CommandLine['groups']): void {
  const [first = '', ...rest] = command.usage.split(' ')
  const summary = groups[first]
  const leaf =
    summary === undefined
      ? program.command(command.usage)
      : groupIn(program, first, summary).command(rest.join(' '))
  leaf.description(command.summary).option('--json', 'prints data instead of text')
  for (const { flags, summary } of command.options ?? []) leaf.option(flags, summary)
  if (!command.readsOnly)
    leaf.option('--as <name>', 'the operator, for the audit trail (default: the name of the system user)')
  leaf.action(() => perform(command, givenTo(leaf)))
}

function groupIn(program: Program, name: string, summary: string): Program {
  return program.commands.find((group) => group.name() === name) ?? program.command(name).description(summary)
}

function givenTo(leaf: Program): Given {
  const named = leaf.registeredArguments.map((argument, index) => [
    argument.name(),
    leaf.processedArgs[index],
  ])
  return { ...leaf.opts(), ...Object.fromEntries(named) }
}

async function perform(command: Command, given: Given): Promise<void> {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort())
  if (!command.readsOnly) recordAs(readActor(given))
  const { text, data } = await withContext(command, interrupt.signal, async (context) => {
    const outcome = await command.run(context, given)
    if (!command.readsOnly) console.error(`Database: ${context.databaseName}`)
    return outcome
  })
  console.log(given.json ? JSON.stringify(data, null, 2) : text)
}

function readActor({ as: given = userInfo().username }: Given): string {
  const actor = String(given).trim()
  if (actor === '' || actor.length > 100 || printable(actor) !== actor)
    throw new CommandError('--as: give a name of up to 100 characters')
  return actor
}

/** Returns one line without a stack; for wrong settings, a line for each fault. */
function messageOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  const { message, errors } = error as AggregateError
  // When every address of a host refuses the connection, only the inner errors have a message.
  const lines = message || (errors?.[0] as Error | undefined)?.message || String(error)
  return lines.split('\n')[0] ?? lines
}
