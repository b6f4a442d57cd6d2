/** Runs the command line, `npm run foyer -- <command>`. Exit code 0: done, 1: failed, 2: wrong usage. */
import { commands, groups } from './operator/command-line/commands.ts'
import { runCommandLine } from './operator/command-line/run-command-line.ts'

const { env, stdout, stderr } = process
process.exitCode = await runCommandLine(process.argv.slice(2), {
  commands,
  groups,
  env,
  write: (text) => stdout.write(text),
  writeError: (text) => stderr.write(text),
})
