import { useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import type { ContactHelpProps } from './contact-help.tsx'

const contactHelp = lazyComponent(() => import('./contact-help.tsx'), 'ContactHelp')

/** Loads the help once the field has text, including text typed before hydration. The form works without the help. */
export function LazyContactHelp(props: ContactHelpProps) {
  const { input } = props
  const [hasText, setHasText] = useState(false)
  const ContactHelp = useLazyComponent(contactHelp, hasText, true)
  // Runs after every render, because prefilling the field fires no event.
  useEffect(() => {
    const field = input.current
    const look = () => setHasText(field?.value !== '')
    look()
    field?.addEventListener('input', look)
    return () => field?.removeEventListener('input', look)
  })
  return ContactHelp && <ContactHelp {...props} />
}
