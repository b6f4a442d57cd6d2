import { runJobs } from '../jobs/run-jobs.ts'
import { type Command, CommandError } from './command.ts'

export const housekeepingRun: Command = {
  usage: 'housekeeping run',
  summary: 'Does every chore now: rotates keys that are due, removes what is over',
  async run({ db, keyring, interrupted }) {
    const reports = await runJobs({ db, keyring }, interrupted)
    if (!reports) return { text: 'A copy of the service is at it just now.', data: { jobs: null } }
    const failed = reports.filter((report) => report.error)
    if (failed.length > 0) {
      throw new CommandError(failed.map(({ job, error }) => `${job}: ${(error as Error).message}`).join('; '))
    }
    const done = reports.map(({ job, count }) => ({ job, count }))
    return { text: done.map(({ job, count }) => `${job}: ${count}`).join('\n'), data: { jobs: done } }
  },
}
