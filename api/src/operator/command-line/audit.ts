/** Defines the command `audit`, which searches the audit trail. */
import type { AuditEvent } from '../../kernel/audit.ts'
import { type FoundEvent, searchEvents } from '../../kernel/audit-search.ts'
import { networksOf } from '../../kernel/limits/network-rules.ts'
import { networkPseudonym } from '../../kernel/pseudonyms.ts'
import { type Command, CommandError, type Given } from './command.ts'
import { auditEvents, causeInWords, eventWords } from './event-words.ts'
import { idIn, printable, requireUser } from './named-user.ts'
import { readAddress } from './network.ts'
import { readPlatform } from './options.ts'

const shownByDefault = 50
const shownMax = 1_000
const searchedDays = 30
const dayMs = 86_400_000

export const audit: Command = {
  usage: 'audit',
  summary: 'Searches the audit trail, the newest event first',
  readsOnly: true,
  options: [
    { flags: '--user <email-or-id>', summary: 'events of this user' },
    { flags: '--platform <platform>', summary: 'events at this platform' },
    { flags: '--event <name>', summary: 'events of this name: sign-in-refused' },
    { flags: '--network <address>', summary: 'events from this IP address' },
    {
      flags: '--since <time>',
      summary: `from this time (2026-11-28, 2026-11-28T09:30Z) or age (45m, 6h, 7d), ${searchedDays}d if not given`,
    },
    { flags: '--until <time>', summary: 'before this time or age' },
    { flags: '--limit <number>', summary: `how many, ${shownByDefault} if not given` },
  ],
  async run({ db, keyring }, { user, platform, event, network, since, until, limit }) {
    const events = await searchEvents(db, {
      userId: user === undefined ? undefined : (idIn(user) ?? (await requireUser(db, user)).id),
      platform: platform === undefined ? undefined : readPlatform(platform),
      events: event === undefined ? undefined : [readEvent(event)],
      address:
        network === undefined
          ? undefined
          : networksOf(readAddress(network, '--network'), keyring.lastingMac)[0].mac,
      since: readTime('--since', since ?? `${searchedDays}d`),
      until: until === undefined ? undefined : readTime('--until', until),
      limit: readLimit(limit),
    })
    return { text: events.map(lineOf).join('\n') || 'No events.', data: { events: events.map(dataOf) } }
  },
}

function readEvent(given: Given[string]): AuditEvent {
  const event = auditEvents.find((known) => known === given)
  if (!event) throw new CommandError(`--event: give one of ${auditEvents.join(', ')}`)
  return event
}

function readLimit(given: Given[string] = String(shownByDefault)): number {
  const limit = /^[1-9]\d{0,3}$/.test(String(given)) ? Number(given) : 0
  if (limit < 1 || limit > shownMax) throw new CommandError(`--limit: give a number from 1 to ${shownMax}`)
  return limit
}

const unitsMs = { m: 60_000, h: 3_600_000, d: dayMs } as const

/** Reads an age, or a date or time of ISO 8601, in UTC if it names no zone. */
function readTime(option: string, given: Given[string]): Date {
  const text = String(given).trim()
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (count && unit) return new Date(Date.now() - Number(count) * unitsMs[unit as keyof typeof unitsMs])
  const isTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)
  const hasZone = !text.includes('T') || /(Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = isTime ? new Date(hasZone ? text : `${text}Z`) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`${option}: give a time like 2026-11-28T09:30Z or an age like 45m, 6h or 7d`)
  return time
}

/** The device's MAC stays out: no log line has it. */
function dataOf({ address, deviceId: _, ...event }: FoundEvent) {
  return { ...event, network: address && networkPseudonym(address) }
}

function lineOf(found: FoundEvent): string {
  const { at, event, userId, platform, clientId, sessionId, network, requestId, details } = dataOf(found)
  const { actor, cause, ...further } = details
  const words = Object.hasOwn(eventWords, event) ? eventWords[event as AuditEvent] : event
  const facts = [
    userId && `user ${userId}`,
    platform && `at ${platform}`,
    clientId && `client ${clientId}`,
    actor !== undefined && `by ${actor}`,
    ...Object.entries(further).map(([name, value]) => `${name} ${value}`),
    sessionId && `session ${sessionId}`,
    network && `network ${network}`,
    requestId && `request ${requestId}`,
  ].filter(Boolean)
  const why = cause === undefined ? '' : `: ${causeInWords(cause)}`
  return printable(`${at.toISOString()}  ${event}  ${words}${why}  (${facts.join(', ')})`)
}
