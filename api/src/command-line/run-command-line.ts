/** Turns the list of commands into a program with help, options, exit codes and one line for each error. */
import { CommanderError, Command as Program } from 'commander'
import { buildInfo } from '../build-info.ts'
import { StartError } from '../start-error.ts'
import type { Command, Given } from './command.ts'
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
  const { text, data } = await withContext(command, interrupt.signal, (context) =>
    command.run(context, given),
  )
  console.log(given.json ? JSON.stringify(data, null, 2) : text)
}

/** Returns one line without a stack; for wrong settings, a line for each fault. */
function messageOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  const { message, errors } = error as AggregateError
  // When every address of a host refuses the connection, only the inner errors have a message.
  const lines = message || (errors?.[0] as Error | undefined)?.message || String(error)
  return lines.split('\n')[0] ?? lines
}
