import { type RefObject, use, useEffect, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { storeBanner } from '../../session/banner.ts'
import { readLastPerson, setSharedComputer } from '../../session/last-person.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { IdentityChip } from '../../ui/page/identity-chip.tsx'
import { forgetKnown } from './forget-known.ts'

export type KnownPersonProps = {
  /** The hidden field that holds the identifier while the chip replaces it. */
  input: RefObject<HTMLInputElement | null>
}

/** Shows the last person who signed in here, with 'Not you? Change' and a button for shared computers. */
export function KnownPerson({ input }: KnownPersonProps) {
  const hasError = 'username' in use(FieldErrors)
  const { platform } = usePage()
  const [person] = useState(() => readLastPerson(platform))

  // Copies the label from the style sheet into the button, because some assistive technology ignores generated content.
  useEffect(() => {
    const label = input.current?.form?.querySelector('.known-label')
    if (label && person) label.textContent = labelNow()
  }, [person, input])

  useEffect(() => {
    const field = input.current
    const idle = [document.body, document.getElementById('title')]
    if (!person || !idle.includes(document.activeElement as HTMLElement)) return
    if (matchMedia('(pointer: fine)').matches)
      field?.form?.querySelector<HTMLElement>(`${lastUsed()}[type=password], [type=submit]`)?.focus()
  }, [person, input])

  // Shows the field again after an error, for example for a deleted account, or if the record has another shape.
  useEffect(() => {
    if (hasError || !person) forgetKnown(platform)
  }, [hasError, person, platform])

  if (!person) return null
  const { fullName, picture, identifier } = person
  return (
    <>
      <IdentityChip name={fullName} picture={picture} identifier={identifier} onChange={change} />
      <Button look="quiet" onClick={share}>
        This is a shared computer
      </Button>
    </>
  )

  function change(): void {
    forgetKnown(platform)
    const field = input.current
    if (!field) return
    field.value = ''
    field.focus()
  }

  /** Reloads the page, so that no data of the person stays in memory. */
  function share(): void {
    setSharedComputer(true)
    storeBanner('This computer no longer remembers anyone.')
    location.reload()
  }
}

/** Returns the label that the early script set for the style sheet (app/early-script.ts). */
function labelNow(): string {
  return JSON.parse(document.documentElement.style.getPropertyValue('--known-label'))
}

/** Returns the selector of the button for the last-used provider, which precedes the form's own button. */
function lastUsed(): string {
  const { last } = document.documentElement.dataset
  return last ? `.social-last > [data-provider=${last}], ` : ''
}
