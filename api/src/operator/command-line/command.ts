/** Declares the shape of a command. Each noun has one file of commands; commands.ts lists them all. */
import type { Kysely } from 'kysely'
import type { Config } from '../../kernel/config/config.ts'
import type { Connection } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { Outbox } from '../../messages/outbox.ts'

/** The resources of a command. */
export type Context = {
  config: Config
  db: Kysely<Tables>
  connection: Connection
  /** The name of the database, without a password: 'foyer at db.example.com:5432'. */
  databaseName: string
  keyring: Keyring
  /** Only queues messages; the running service sends them. */
  outbox: Outbox
  storage: Storage
  /** Aborted by Ctrl-C: finish the current step and start no other. */
  interrupted: AbortSignal
}

/** Text to read, and data for `--json`. Contains no secret except a link or code that the operator requested. */
type Outcome = { text: string; data: object }

export type Command = {
  /** The words of the command, then its arguments: 'keys revoke <kid>'. */
  usage: string
  summary: string
  options?: readonly { flags: string; summary: string }[]
  /** True if the command changes nothing; it then requires no operator name and prints no database name. */
  readsOnly?: true
  /** True if the command also runs on a database with another schema version. */
  isForAnySchema?: true
  /** Runs the command with its arguments and options by name. Throws CommandError if the command cannot do its work. */
  run(context: Context, given: Given): Promise<Outcome>
}

export type Given = Readonly<Record<string, string | boolean | undefined>>

/** An error of which only the message is printed, with exit code 1. */
export class CommandError extends Error {}
