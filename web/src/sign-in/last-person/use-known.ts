/** Reads the last person of this browser, whom the first form asks for the password. */
import { useEffect, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { readLastPerson } from '../../session/last-person.ts'
import type { Person } from '../sign-in-machine.ts'

export type Known = { identifier: string; person: Person }

/**
 * Returns the person if the early script offers one who signed in with a password, and a function that ends the offer. The
 * server renders the form for an unknown person.
 */
export function useKnown(): [known: Known | null, forget: () => void] {
  const { platform } = usePage()
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    if (document.documentElement.dataset.knownBy !== 'password') return
    const last = readLastPerson(platform)
    if (!last) return
    const { uuid, fullName, picture, identifier } = last
    setKnown({ identifier, person: { uuid, fullName, picture, hasPassword: true } })
  }, [platform])
  return [known, () => setKnown(null)]
}
