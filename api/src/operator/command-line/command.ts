/** Declares what a command is. Commands stand in one file for each noun; commands.ts lists them. */
import type { Kysely } from 'kysely'
import type { Config } from '../../kernel/config/config.ts'
import type { Connection } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { Outbox } from '../../messages/outbox.ts'

/** Everything a command may use. */
export type Context = {
  config: Config
  db: Kysely<Tables>
  connection: Connection
  /** Says which database this is, without a password: 'foyer at db.example.com:5432'. */
  databaseName: string
  keyring: Keyring
  /** Queues messages only: the running service sends them. */
  outbox: Outbox
  storage: Storage
  /** The operator pressed Ctrl-C: finish the current step and start no other. */
  interrupted: AbortSignal
}

/** Lines to read, and data for `--json`. Holds no secret, except a link that the operator asked for. */
type Outcome = { text: string; data: object }

export type Command = {
  /** The command's words, then its arguments: 'keys revoke <kid>'. */
  usage: string
  summary: string
  options?: readonly { flags: string; summary: string }[]
  /** The command changes nothing, so it needs no actor and names no database. */
  readsOnly?: true
  /** The command also runs on a database with another schema version. */
  isForAnySchema?: true
  /** `given` holds arguments and options by name. Throws CommandError when the command cannot do its work. */
  run(context: Context, given: Given): Promise<Outcome>
}

export type Given = Readonly<Record<string, string | boolean | undefined>>

/** An error that is printed as its message alone, with exit code 1. */
export class CommandError extends Error {}
