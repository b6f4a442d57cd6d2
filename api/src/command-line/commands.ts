/** Every command, in the order of the help. */
import type { Command } from './command.ts'
import { housekeepingRun } from './housekeeping-run.ts'
import { invite } from './invite.ts'
import { keysList } from './keys-list.ts'
import { keysRevoke } from './keys-revoke.ts'
import { keysRotate } from './keys-rotate.ts'
import { migrateSchema } from './migrate-schema.ts'
import { outboxList } from './outbox-list.ts'
import { outboxRetry } from './outbox-retry.ts'
import { toggleList } from './toggle-list.ts'
import { toggleRemove } from './toggle-remove.ts'
import { toggleSet } from './toggle-set.ts'

/** First words that several commands share. */
export const groups: Readonly<Record<string, string>> = {
  keys: 'The keys that sign access tokens',
  outbox: 'The messages to people',
  housekeeping: 'What the service does every minute',
  toggle: 'What is switched on and off for browsers',
}

export const commands: readonly Command[] = [
  keysList,
  keysRotate,
  keysRevoke,
  outboxList,
  outboxRetry,
  invite,
  housekeepingRun,
  toggleList,
  toggleSet,
  toggleRemove,
  migrateSchema,
]
