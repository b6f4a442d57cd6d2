/** Defines the command `why`, which answers why a user cannot sign in. */
import type { Command } from './command.ts'
import { describeUser, requireUser } from './named-user.ts'
import { readAddress } from './network.ts'
import { readPlatform } from './options.ts'
import { type Evidence, readEvidence } from './sign-in-evidence.ts'
import { findObstacles } from './sign-in-obstacles.ts'

export const why: Command = {
  usage: 'why <user>',
  summary: 'Says why a user cannot sign in; the user is an email, a phone number or an id',
  readsOnly: true,
  options: [
    { flags: '--platform <platform>', summary: 'the platform that the user wants to sign in to' },
    { flags: '--network <address>', summary: 'the IP address that the user signs in from' },
  ],
  async run(context, { user: named, platform, network }) {
    const user = await requireUser(context.db, named)
    const evidence = await readEvidence(context, user, {
      platform: platform === undefined ? undefined : readPlatform(platform),
      network: network === undefined ? undefined : readAddress(network, '--network'),
    })
    const obstacles = findObstacles(evidence)
    const [first, ...further] = obstacles.map(({ sentence }) => sentence)
    const lines = [first ?? 'Nothing stands in the way.', ...further.map((sentence) => `Also: ${sentence}`)]
    return {
      text: [describeUser(user), ...lines, lastSignIn(evidence)].join('\n'),
      data: { id: user.id, obstacles, lastSignInAt: evidence.lastSuccess?.at ?? null },
    }
  },
}

function lastSignIn({ lastSuccess }: Evidence): string {
  if (!lastSuccess) return 'The audit trail has no sign-in of this user.'
  const { at, platform, details } = lastSuccess
  const device = details.device ? `, ${details.device}` : ''
  return `The last sign-in was at ${at.toISOString()}${platform ? `, at ${platform}` : ''}${device}.`
}
