/** Every command, in the order of the help. */
import type { Command } from './command.ts'
import { emailCheck } from './email-check.ts'
import { housekeepingRun } from './housekeeping-run.ts'
import { invite } from './invite.ts'
import { keysList } from './keys-list.ts'
import { keysRevoke } from './keys-revoke.ts'
import { keysRotate } from './keys-rotate.ts'
import { membershipAdd } from './membership-add.ts'
import { membershipRemove } from './membership-remove.ts'
import { migrateSchema } from './migrate-schema.ts'
import { outboxList } from './outbox-list.ts'
import { outboxRetry } from './outbox-retry.ts'
import { sessionRevoke } from './session-revoke.ts'
import { toggleList } from './toggle-list.ts'
import { toggleRemove } from './toggle-remove.ts'
import { toggleSet } from './toggle-set.ts'
import { userCreate } from './user-create.ts'
import { userDelete } from './user-delete.ts'
import { userDisable } from './user-disable.ts'
import { userDisableDemo } from './user-disable-demo.ts'
import { userEnable } from './user-enable.ts'
import { userExport } from './user-export.ts'
import { userShow } from './user-show.ts'
import { userUnlock } from './user-unlock.ts'

/** First words that several commands share. */
export const groups: Readonly<Record<string, string>> = {
  user: 'People',
  email: 'The addresses of people',
  membership: 'Who may sign in where',
  session: 'Where people are signed in',
  keys: 'The keys that sign access tokens',
  outbox: 'The messages to people',
  housekeeping: 'What the service does every minute',
  toggle: 'What is switched on and off for browsers',
}

export const commands: readonly Command[] = [
  userCreate,
  userShow,
  userDisable,
  userDisableDemo,
  userEnable,
  userUnlock,
  userExport,
  userDelete,
  emailCheck,
  invite,
  membershipAdd,
  membershipRemove,
  sessionRevoke,
  keysList,
  keysRotate,
  keysRevoke,
  outboxList,
  outboxRetry,
  housekeepingRun,
  toggleList,
  toggleSet,
  toggleRemove,
  migrateSchema,
]
