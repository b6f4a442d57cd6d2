import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { lazyComponent } from '../../flow/machine/lazy-component.ts'
import type { KnownPersonProps } from './known-person.tsx'
import { endOffer } from './use-known.ts'
import './known-slot.css'

const knownPerson = lazyComponent(() => import('./known-person.tsx'), 'KnownPerson')
const accountsHere = lazyComponent(() => import('./accounts-here.tsx'), 'AccountsHere')

/**
 * Offers a person of this browser in place of the field. Until the code of the offer has loaded, style sheets draw the
 * texts; if it does not load, the form asks for the identifier.
 */
export function KnownSlot(props: KnownPersonProps) {
  const { input } = props
  const { reread } = props.offer
  const [Offer, setOffer] = useState<ComponentType<KnownPersonProps> | null>(null)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (!dataset.known || !input.current) return
    const isHere = dataset.knownBy === 'here'
    if (!isHere) input.current.value = dataset.known
    const part = isHere ? accountsHere : knownPerson
    part.load().then(
      (loaded) => setOffer(() => loaded),
      () => {
        endOffer()
        reread()
      },
    )
  }, [input, reread])
  return <div className="known known-person">{Offer && <Offer {...props} />}</div>
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
