/** Lists every command, in the order of the help. */
import { audit } from './audit.ts'
import {
  clientApply,
  clientChange,
  clientCreate,
  clientDisable,
  clientEnable,
  clientList,
  clientRotateSecret,
  clientShow,
} from './client.ts'
import type { Command } from './command.ts'
import { emailCheck } from './email.ts'
import { errors } from './errors.ts'
import { invite } from './invite.ts'
import { keysList, keysRevoke, keysRotate } from './keys.ts'
import { housekeepingRun, migrateSchema } from './maintenance.ts'
import { membershipAdd, membershipRemove } from './membership.ts'
import { network } from './network.ts'
import { outboxList, outboxRetry } from './outbox.ts'
import { sessionRevoke } from './session.ts'
import { toggleList, toggleRemove, toggleSet } from './toggle.ts'
import { userCreate, userDisable, userDisableDemo, userEnable, userSupportCode, userUnlock } from './user.ts'
import { userDelete, userExport, userShow } from './user-data.ts'
import { why } from './why.ts'

/** Nouns with several commands. */
export const groups: Readonly<Record<string, string>> = {
  user: 'Accounts of users',
  email: 'Email addresses of accounts',
  membership: 'Platforms that a user can sign in to',
  session: 'Sessions of users',
  client: 'Clients of OpenID Connect',
  keys: 'Keys that sign access tokens',
  outbox: 'Emails and SMS to users, and logouts to platforms',
  housekeeping: 'Background jobs that the service runs every minute',
  toggle: 'Feature toggles that browsers read',
}

export const commands: readonly Command[] = [
  why,
  audit,
  network,
  userCreate,
  userShow,
  userDisable,
  userDisableDemo,
  userEnable,
  userUnlock,
  userSupportCode,
  userExport,
  userDelete,
  emailCheck,
  invite,
  membershipAdd,
  membershipRemove,
  sessionRevoke,
  clientList,
  clientShow,
  clientCreate,
  clientChange,
  clientRotateSecret,
  clientDisable,
  clientEnable,
  clientApply,
  keysList,
  keysRotate,
  keysRevoke,
  outboxList,
  outboxRetry,
  errors,
  housekeepingRun,
  toggleList,
  toggleSet,
  toggleRemove,
  migrateSchema,
]
