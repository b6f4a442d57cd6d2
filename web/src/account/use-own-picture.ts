import type { Platform } from '@foyer/contract/platforms'
import { getOwnPicture } from '@foyer/contract/routes/pictures'
import { useEffect, useRef, useState } from 'react'
import { usePage } from '../platforms/page-context.ts'
import { readLastPerson, rememberPerson } from '../session/last-person.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { readStoredAuth, type StoredUser } from '../session/stored-auth.ts'

/** After a sign-in, the service spends at most 3 s on fetching the provider's picture. */
const arrivesWithinMs = 4_000

type OwnPicture = [picture: string | null, change: (picture: string | null) => void]

/**
 * Returns the user's picture and a function to call when the user has changed it. The picture is first the browser's copy,
 * then the service's answer.
 */
export function useOwnPicture(user: StoredUser): OwnPicture {
  const { platform, site } = usePage()
  const mayArrive = site.social !== undefined
  const { uuid } = user
  const [picture, setPicture] = useState(() => knownPicture(platform, uuid))
  const isChanged = useRef(false)
  useEffect(() => {
    let timer: number | undefined
    let isShown = true
    async function read(mayAskAgain: boolean): Promise<void> {
      const answer = await callSignedIn(platform, getOwnPicture, {}, { reload: false })
      if (!isShown || isChanged.current || answer === 'reloading' || !answer.isSuccessful) return
      const { picture: current } = answer.data
      setPicture(current)
      keepPicture(platform, uuid, current)
      if (current === null && mayAskAgain) timer = window.setTimeout(read, arrivesWithinMs, false)
    }
    read(mayArrive)
    return () => {
      isShown = false
      window.clearTimeout(timer)
    }
  }, [platform, uuid, mayArrive])
  return [picture, change]

  function change(changed: string | null): void {
    isChanged.current = true
    setPicture(changed)
    keepPicture(platform, uuid, changed)
  }
}

function knownPicture(platform: Platform, uuid: string): string | null {
  const person = readLastPerson(platform)
  return person?.uuid === uuid ? person.picture : null
}

/** Stores the picture if this browser remembers the user, and updates the header. */
function keepPicture(platform: Platform, uuid: string, picture: string | null): void {
  const auth = readStoredAuth(platform)
  const person = readLastPerson(platform)
  if (auth?.user.uuid !== uuid || person?.uuid !== uuid || person.picture === picture) return
  rememberPerson(auth, { ...person, picture })
  // The storage event reaches other tabs only, so this page must update its header.
  dispatchEvent(new Event('storage'))
}
