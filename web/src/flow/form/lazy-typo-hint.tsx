import { useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import type { TypoHintProps } from './typo-hint.tsx'

const typoHint = lazyComponent(() => import('./typo-hint.tsx'), 'TypoHint')

/** Loads the hint once the field has text, also text typed before hydration. The form works without it. */
export function LazyTypoHint({ input }: TypoHintProps) {
  const [hasText, setHasText] = useState(false)
  const TypoHint = useLazyComponent(typoHint, hasText, true)
  useEffect(() => {
    const field = input.current
    const look = () => setHasText(field?.value !== '')
    look()
    field?.addEventListener('input', look)
    return () => field?.removeEventListener('input', look)
  }, [input])
  return TypoHint && <TypoHint input={input} />
}
