/** Builds the program from the list of commands, with help, options, exit codes and one line per error. */
import { userInfo } from 'node:os'
import { CommanderError, Command as Program } from 'commander'
import { recordAs } from '../../kernel/audit.ts'
import { buildInfo } from '../../kernel/build-info.ts'
import type { Environment } from '../../kernel/config/environment.ts'
import type { DatabaseBounds } from '../../kernel/db/connect.ts'
import { StartError } from '../../kernel/start-error.ts'
import { type Command, CommandError, type Given } from './command.ts'
import { printable } from './named-user.ts'
import { withContext } from './with-context.ts'

type CommandLine = {
  commands: readonly Command[]
  groups: Readonly<Record<string, string>>
  env: Environment
  /** Overrides some time limits of the database, for tests. */
  bounds?: Partial<DatabaseBounds>
  write(text: string): void
  writeError(text: string): void
}

const failed = 1
const misused = 2
const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Runs a command and resolves with the exit code. */
export async function runCommandLine(words: string[], commandLine: CommandLine): Promise<number> {
  try {
    await programOf(commandLine).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misused
    commandLine.writeError(`${messageOf(error)}\n`)
    return failed
  }
}

function programOf(commandLine: CommandLine): Program {
  const program = new Program('foyer')
    .description('Works on the database of this installation with the settings of the service.')
    .version(`${buildInfo.version} (${buildInfo.build})`, '--version', 'prints the version and the commit')
    .exitOverride()
    .configureOutput({ writeOut: commandLine.write, writeErr: commandLine.writeError })
    .showHelpAfterError(
      'Add --help to see the commands and options. Write -- before a value that begins with -.',
    )
  for (const command of commandLine.commands) addCommand(program, command, commandLine)
  return program
}

function addCommand(program: Program, command: Command, commandLine: CommandLine): void {
  const [first = '', ...rest] = command.usage.split(' ')
  const summary = commandLine.groups[first]
  const leaf =
    summary === undefined
      ? program.command(command.usage)
      : groupIn(program, first, summary).command(rest.join(' '))
  leaf.description(command.summary).option('--json', 'prints data instead of text')
  for (const { flags, summary } of command.options ?? []) leaf.option(flags, summary)
  if (!command.readsOnly)
    leaf.option('--as <name>', 'the operator, for the audit trail (default: the name of the system user)')
  leaf.action(() => perform(command, givenTo(leaf), commandLine))
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

async function perform(
  command: Command,
  given: Given,
  { env, bounds, write, writeError }: CommandLine,
): Promise<void> {
  const interrupt = new AbortController()
  const onSignal = () => interrupt.abort()
  for (const signal of stopSignals) process.once(signal, onSignal)
  const work = () =>
    withContext(command, { env, interrupted: interrupt.signal, bounds }, async (context) => {
      const outcome = await command.run(context, given)
      if (!command.readsOnly) writeError(`Database: ${context.databaseName}\n`)
      return outcome
    })
  try {
    const { text, data } = await (command.readsOnly ? work() : recordAs(readActor(given), work))
    write(`${given.json ? JSON.stringify(data, null, 2) : text}\n`)
  } finally {
    for (const signal of stopSignals) process.off(signal, onSignal)
  }
}

function readActor({ as: given = userInfo().username }: Given): string {
  const actor = String(given).trim()
  if (actor === '' || actor.length > 100 || printable(actor) !== actor)
    throw new CommandError('--as: give a name of up to 100 characters')
  return actor
}

/** Returns one line without a stack; for wrong settings, one line per fault. */
function messageOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  const { message, errors } = error as AggregateError
  // If every address of a host refuses the connection, only the inner errors have a message.
  const lines = message || (errors?.[0] as Error | undefined)?.message || String(error)
  return lines.split('\n')[0] ?? lines
}
