/** What a command is: one file each beside this one, one line in commands.ts. */
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { Keyring } from '../keyring.ts'

/** What a command works with. */
export type Context = {
  config: Config
  db: Kysely<Tables>
  connection: Connection
  keyring: Keyring
  /** Ctrl-C was pressed: finish what is under way and no more. */
  interrupted: AbortSignal
}

/** The result of a command: lines for people, data for `--json`. Never a secret, but a link that was asked for. */
export type Outcome = { text: string; data: object }

export type Command = {
  /** The words, then its arguments: 'keys revoke <kid>'. */
  usage: string
  summary: string
  options?: readonly { flags: string; summary: string }[]
  /** Runs on a database that is not at this version. */
  isForAnySchema?: true
  /** `given` holds arguments and options by name. Throws CommandError where it cannot do what was asked. */
  run(context: Context, given: Given): Promise<Outcome>
}

export type Given = Readonly<Record<string, string | boolean | undefined>>

/** Told in its own words, with exit code 1. */
export class CommandError extends Error {}
