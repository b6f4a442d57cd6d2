import { type ReactNode, useEffect, useState } from 'react'
import { lazyComponent } from '../../flow/machine/lazy-component.ts'
import type { KnownPersonProps } from './known-person.tsx'
import './known-slot.css'

const knownPerson = lazyComponent(() => import('./known-person.tsx'), 'KnownPerson')

/** Offers the last person of this browser in place of the field. Until this code has loaded, style sheets draw the texts. */
export function KnownSlot({ input, onForget }: KnownPersonProps) {
  const [KnownPerson, setKnownPerson] = useState(knownPerson.loaded)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (!dataset.known || !input.current) return
    input.current.value = dataset.known
    knownPerson.load().then(
      (loaded) => setKnownPerson(() => loaded),
      () => delete dataset.known,
    )
  }, [input])
  return (
    <div className="known known-person">
      {KnownPerson && <KnownPerson input={input} onForget={onForget} />}
    </div>
  )
}

/**
 * Returns the text of the submit button: `text` for an unknown person, `withPassword` where a known person types the
 * password, or else the text of the early script, such as 'Continue as Asha'.
 */
export function submitText(text: string, withPassword: string): ReactNode {
  return (
    <>
      <span className="unless-known">{text}</span>
      <span className="known-by-password">{withPassword}</span>
      <span className="known known-label" />
    </>
  )
}

/** Returns the title: `title` for an unknown person, or else 'Welcome back, Asha', which the early script sets. */
export function knownTitle(title: string): ReactNode {
  return (
    <>
      <span className="unless-known">{title}</span>
      <span className="known known-title" />
    </>
  )
}
