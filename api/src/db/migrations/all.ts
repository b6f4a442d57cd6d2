/** Every migration, oldest first. Forward only: what has run is never edited. */
import type { Migration } from 'kysely/migration'
import * as foundation from './0001-foundation.ts'
import * as knownDevices from './0002-known-devices.ts'
import * as oneTimeCodes from './0004-one-time-codes.ts'

export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-known-devices': knownDevices,
  '0004-one-time-codes': oneTimeCodes,
}
