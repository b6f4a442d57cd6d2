/**
 * Refuses a user who has proven the account and may not use the platform. The user owns the account, so the answer may say
 * so and list the platforms of the account (docs/decisions/disclosure.md).
 */
import { platformNames } from '@foyer/contract/platform-names'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { User } from './find-user.ts'

type Proven = {
  user: User
  /** The first words of the sentence, which name the proof: 'Your password is right'. */
  proof: string
  /** The platform in the request; undefined for a request without a platform. */
  platform: Platform | undefined
  /** The token of the proof, which opens one of the platforms; undefined for a proof that is not kept. */
  token?: string | undefined
}

/** Records the refusal and returns it. */
export async function noMembership(
  db: Db,
  { user, proof, platform, token }: Proven,
  recorded: Omit<Recorded, 'event' | 'details'>,
): Promise<Failure> {
  await recordEvent(db, { event: 'sign-in-refused', ...recorded, details: { cause: 'no-membership' } })
  const name = platform ? platformNames[platform].displayName : 'this platform'
  return new Failure('no-membership', {
    detail: `${proof}, but this account has no access to ${name}.`,
    more: {
      platforms: platforms.filter((held) => user.platforms.includes(held)),
      ...(token !== undefined && { proof: token }),
    },
  })
}
