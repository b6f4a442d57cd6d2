import { useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import type { TypoHintProps } from './typo-hint.tsx'

const typoHint = lazyComponent(() => import('./typo-hint.tsx'), 'TypoHint')

/** Fetched once there is a letter, typed before the page was live or after; where it does not come, nobody misses it. */
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
