/** Reads whom the early script offers, and what the first form asks of the person. */
import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { readLastPerson } from '../../session/last-person.ts'
import { emailHere } from '../../session/stored-auth.ts'
import type { Person } from '../sign-in-machine.ts'

export type Known =
  /** Asks the last person of this platform for the password. */
  | { by: 'password'; identifier: string; person: Person }
  /** Asks an account that is signed in in this browser for a tap. `addPlatform`: the tap adds the platform to the account. */
  | { by: 'here'; account: string; addPlatform: boolean }

export type Offer = {
  /** Null where the form asks for an identifier, as the server renders it. */
  known: Known | null
  choose: (known: Known) => void
  /** Counts the offers of this page. */
  round: number
  /** Reads the marks on <html> again, after they have changed. */
  reread: () => void
}

/** The refusals after which the form asks for what the user types instead. */
const endsOffer: readonly (string | undefined)[] = [
  'not-signed-in-here',
  'proof-needed',
  'no-membership',
  'no-access',
]

export function useKnown(input: RefObject<HTMLInputElement | null>, failure: Failure | null): Offer {
  const { platform } = usePage()
  const [known, choose] = useState<Known | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads the marks again.
  useEffect(() => choose(readKnown(platform)), [platform, round])
  const reread = useCallback(() => setRound((now) => now + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal ends the offer once.
  useEffect(() => {
    if (known?.by !== 'here' || !failure || !endsOffer.includes(failure.errors.code)) return
    endOffer()
    if (input.current) input.current.value = emailHere(known.account) ?? ''
    reread()
  }, [failure])
  return { known, choose, round, reread }
}

/** Removes the marks of the early script. */
export function endOffer(): void {
  const { dataset } = document.documentElement
  delete dataset.known
  delete dataset.knownBy
  delete dataset.last
}

function readKnown(platform: Parameters<typeof readLastPerson>[0]): Known | null {
  const { known = '', knownBy } = document.documentElement.dataset
  if (knownBy === 'here') return { by: 'here', account: known, addPlatform: false }
  const last = knownBy === 'password' ? readLastPerson(platform) : null
  if (!last) return null
  const { uuid, fullName, picture, identifier } = last
  return { by: 'password', identifier, person: { uuid, fullName, picture, hasPassword: true } }
}
