import { useEffect, useState } from 'react'
import { loadable, useLoadable } from '../machine/lazy-component.ts'
import type { TypoHintProps } from './typo-hint.tsx'

const typoHint = loadable<TypoHintProps>(async () => (await import('./typo-hint.tsx')).TypoHint)

/** Fetched once there is a letter, typed before the page was live or after; where it does not come, nobody misses it. */
export function LateTypoHint({ input }: TypoHintProps) {
  const [hasText, setHasText] = useState(false)
  const TypoHint = useLoadable(typoHint, hasText, true)
  useEffect(() => {
    const field = input.current
    const look = () => setHasText(field?.value !== '')
    look()
    field?.addEventListener('input', look)
    return () => field?.removeEventListener('input', look)
  }, [input])
  return TypoHint && <TypoHint input={input} />
}
