import { migrate } from '../db/migrate.ts'
import type { Command } from './command.ts'

export const migrateSchema: Command = {
  usage: 'migrate',
  summary: 'Brings the database to the schema of this version, as each start of the service does',
  isForAnySchema: true,
  async run({ connection }) {
    const warnings: string[] = []
    const applied = await migrate(connection, undefined, (message) => warnings.push(message))
    const ran = applied.length > 0 ? applied.map((name) => `Ran ${name}`) : ['Nothing to do.']
    return {
      text: [...ran, ...warnings].join('\n'),
      data: { applied, ...(warnings.length > 0 && { warnings }) },
    }
  },
}
