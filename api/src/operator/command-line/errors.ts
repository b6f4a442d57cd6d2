/** Defines the command `errors`, which lists the errors that pages have reported. */
import { findLatestErrors, type KnownError } from '../../features/error-reports/error-reports.queries.ts'
import { type Command, CommandError } from './command.ts'

const shownByDefault = 20
const shownMax = 1_000

export const errors: Command = {
  usage: 'errors',
  summary: 'Lists the errors that pages have reported, the latest first, equal ones once with their count',
  readsOnly: true,
  options: [{ flags: '--limit <number>', summary: `how many, ${shownByDefault} if not given` }],
  async run({ db }, { limit = String(shownByDefault) }) {
    const count = /^[1-9]\d{0,3}$/.test(String(limit)) ? Number(limit) : 0
    if (count < 1 || count > shownMax) throw new CommandError(`--limit: give a number from 1 to ${shownMax}`)
    const found = await findLatestErrors(db, count)
    return { text: found.map(textOf).join('\n\n') || 'No errors.', data: { errors: found } }
  },
}

function textOf({ kind, message, frames, page, build, count, firstSeenAt, lastSeenAt }: KnownError): string {
  const times = count === 1 ? 'once' : `${count} times since ${firstSeenAt.toISOString()}`
  return [
    `${lastSeenAt.toISOString()}  ${kind}  ${page}  build ${build}  ${times}`,
    `  ${message}`,
    ...frames.map(({ name, file, line, column }) => `    ${name ?? '?'} ${file}:${line}:${column}`),
  ].join('\n')
}
