/** Defines the commands that maintain the database: `housekeeping run` and `migrate`. */
import { buildInfo } from '../../kernel/build-info.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { createMetrics } from '../../kernel/metrics/metrics.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { type Command, CommandError } from './command.ts'

export const housekeepingRun: Command = {
  usage: 'housekeeping run',
  summary: 'Runs every background job now: rotates keys that are due and deletes expired rows',
  async run({ interrupted, ...resources }) {
    const reports = await runJobs({ ...resources, metrics: createMetrics(buildInfo) }, interrupted)
    if (!reports)
      return { text: 'A running service is doing these jobs at the moment.', data: { jobs: null } }
    const failed = reports.filter((report) => report.error)
    if (failed.length > 0) {
      throw new CommandError(failed.map(({ job, error }) => `${job}: ${(error as Error).message}`).join('; '))
    }
    const done = reports.map(({ job, count }) => ({ job, count }))
    return { text: done.map(({ job, count }) => `${job}: ${count}`).join('\n'), data: { jobs: done } }
  },
}

export const migrateSchema: Command = {
  usage: 'migrate',
  summary: 'Updates the database to the schema of this version, as every start of the service does',
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
