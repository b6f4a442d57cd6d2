import { doChores } from '../jobs/run-jobs.ts'
import { type Command, CommandError } from './command.ts'

export const housekeepingRun: Command = {
  usage: 'housekeeping run',
  summary: 'Does every chore now: rotates keys that are due, removes what is over',
  async run({ db, vault, interrupted }) {
    const reports = await doChores({ db, vault }, interrupted)
    if (!reports) return { text: 'A copy of the service is at it just now.', data: { chores: null } }
    const failed = reports.filter((report) => report.error)
    if (failed.length > 0) {
      throw new CommandError(
        failed.map(({ chore, error }) => `${chore}: ${(error as Error).message}`).join('; '),
      )
    }
    const done = reports.map(({ chore, count }) => ({ chore, count }))
    return { text: done.map(({ chore, count }) => `${chore}: ${count}`).join('\n'), data: { chores: done } }
  },
}
