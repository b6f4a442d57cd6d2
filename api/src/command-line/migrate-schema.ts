import { migrate } from '../db/migrate.ts'
import type { Command } from './command.ts'

export const migrateSchema: Command = {
  usage: 'migrate',
  summary: 'Brings the database to the schema of this version, as each start of the service does',
  isForAnySchema: true,
  async run({ db }) {
    const applied = await migrate(db)
    const text = applied.length > 0 ? applied.map((name) => `Ran ${name}`).join('\n') : 'Nothing to do.'
    return { text, data: { applied } }
  },
}
