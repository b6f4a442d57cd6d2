import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { lazyComponent } from '../../flow/machine/lazy-component.ts'
import './known-slot.css'

const knownPerson = lazyComponent(() => import('./known-person.tsx'), 'KnownPerson')

/** Offers the last person of this browser in place of the field. Until this code has loaded, style sheets draw the texts. */
export function KnownSlot({ input }: { input: RefObject<HTMLInputElement | null> }) {
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
  return <div className="known known-person">{KnownPerson && <KnownPerson input={input} />}</div>
}

/** Returns the text of the submit button: 'Continue as Asha' for a known person. */
export function submitText(text: string): ReactNode {
  return (
    <>
      <span className="unless-known">{text}</span>
      <span className="known known-label" />
    </>
  )
}
