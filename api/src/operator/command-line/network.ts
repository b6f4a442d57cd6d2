/** Defines the command `network`, which prints how log, audit trail and counters name a network. */
import { isIP } from 'node:net'
import type { LimitName } from '@foyer/contract/routes/route'
import { rulesOf } from '../../kernel/http/route-limits.ts'
import { networksOf, prefixesOf } from '../../kernel/limits/network-rules.ts'
import { type ReachedLimit, reachedLimits } from '../../kernel/limits/reached-limits.ts'
import { requestLimits } from '../../kernel/limits/request-limits.ts'
import { networkPseudonym } from '../../kernel/pseudonyms.ts'
import { type Command, CommandError, type Given } from './command.ts'

/** Reads an IP address, from an argument or from the option that is named. */
export function readAddress(given: Given[string], option = ''): string {
  const address = String(given).trim()
  if (isIP(address)) return address
  throw new CommandError(option ? `${option}: give an IPv4 or IPv6 address` : 'Give an IPv4 or IPv6 address')
}

export const network: Command = {
  usage: 'network <address>',
  summary: 'Prints the keyed hashes of a network in log and audit trail, and the limits that it has reached',
  readsOnly: true,
  async run({ db, keyring, config }, given) {
    const address = readAddress(given.address)
    const prefixes = prefixesOf(address)
    const networks = networksOf(address, keyring.lastingMac)
    const shown = networks.map(({ mac }, index) => ({
      network: prefixes[index]?.prefix ?? '',
      inLog: networkPseudonym(mac),
      inAuditTrail: mac.toString('hex'),
    }))
    const limits = Object.keys(requestLimits) as LimitName[]
    const rules = limits.flatMap((limit) => rulesOf({ limit }, { networks, deviceId: null }))
    const reached = await reachedLimits(db, rules, config.limitsFactor)
    return { text: textOf(shown, reached), data: { networks: shown, reached } }
  },
}

type Shown = { network: string; inLog: string; inAuditTrail: string }

function textOf(shown: readonly Shown[], reached: readonly ReachedLimit[]): string {
  return [
    ...shown.map(
      ({ network, inLog, inAuditTrail }) =>
        `${network}\n  in the log          network ${inLog}\n  in the audit trail  address ${inAuditTrail}`,
    ),
    ...(reached.length > 0 ? reached : [null]).map((limit) =>
      limit ? `limited: ${limit.limit} until ${limit.until.toISOString()}` : 'No limit is reached.',
    ),
  ].join('\n')
}
