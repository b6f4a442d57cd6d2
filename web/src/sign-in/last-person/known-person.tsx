import { type RefObject, use, useEffect, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { storeBanner } from '../../session/banner.ts'
import { isSharedComputer, readLastPerson } from '../../session/last-person.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { IdentityChip } from '../../ui/page/identity-chip.tsx'
import { forgetKnown } from './forget-known.ts'
import { KnownFoot } from './known-foot.tsx'
import type { Known, Offer } from './use-known.ts'

export type KnownPersonProps = {
  /** The hidden field that holds the identifier while the chip replaces it. */
  input: RefObject<HTMLInputElement | null>
  offer: Offer
  /** Continues as an account that is signed in in this browser. */
  onContinue: (known: Known) => void
}

/** Shows the last person who signed in here, with a button for someone else. */
export function KnownPerson({ input, offer: { reread } }: KnownPersonProps) {
  const hasError = 'username' in use(FieldErrors)
  const { platform } = usePage()
  const [person] = useState(() => readLastPerson(platform))

  // Copies the texts from the style sheet, because some assistive technology ignores generated content.
  useEffect(() => {
    if (!person) return
    const names = document.documentElement.dataset.knownBy === 'password' ? ['title'] : ['title', 'label']
    for (const name of names) {
      const place = input.current?.form?.querySelector(`.known-${name}`)
      if (place) place.textContent = textNow(name)
    }
  }, [person, input])

  useEffect(() => {
    const field = input.current
    const idle = [document.body, document.getElementById('title')]
    if (!person || !idle.includes(document.activeElement as HTMLElement)) return
    if (matchMedia('(pointer: fine)').matches) field?.form?.querySelector<HTMLElement>(firstUse())?.focus()
  }, [person, input])

  // Reloads the page once the computer is marked as shared, so that no data of the person stays in memory.
  useEffect(() => {
    const form = input.current?.form
    form?.addEventListener('change', leaveIfShared)
    return () => form?.removeEventListener('change', leaveIfShared)
  }, [input])

  // Shows the field again after an error, for example for a deleted account, or if the record has another shape.
  useEffect(() => {
    if (!hasError && person) return
    forgetKnown(platform)
    reread()
  }, [hasError, person, platform, reread])

  if (!person) return null
  const { fullName, picture, identifier } = person
  return (
    <>
      <IdentityChip name={fullName} picture={picture} identifier={identifier} />
      <KnownFoot>
        <Button look="quiet" onClick={change}>
          Someone else
        </Button>
      </KnownFoot>
    </>
  )

  function change(): void {
    forgetKnown(platform)
    reread()
    const field = input.current
    if (!field) return
    field.value = ''
    field.focus()
  }
}

function leaveIfShared(): void {
  if (!isSharedComputer()) return
  storeBanner('This computer no longer remembers anyone.')
  location.reload()
}

/** Returns a text that the early script set for the style sheet (app/early-script.ts). */
function textNow(name: string): string {
  return JSON.parse(document.documentElement.style.getPropertyValue(`--known-${name}`))
}

/** Returns the selector of what the person uses first: the last provider's button, the password field or the button. */
function firstUse(): string {
  const { last, knownBy } = document.documentElement.dataset
  if (last) return `.social-last > [data-provider=${last}]`
  return knownBy === 'password'
    ? '[type=password]'
    : '[type=password]:not(.known-by-password *), [type=submit]'
}
