import { useEffect, useState } from 'react'
import { loadable, useLoadable } from './loadable.ts'
import type { TypoHintProps } from './typo-hint.tsx'

const typoHint = loadable<TypoHintProps>(async () => (await import('./typo-hint.tsx')).TypoHint)

/** Fetched when the first letter is typed. */
export function LateTypoHint({ input }: TypoHintProps) {
  const [isTyped, setTyped] = useState(false)
  const TypoHint = useLoadable(typoHint, isTyped)
  useEffect(() => {
    const note = () => setTyped(true)
    const field = input.current
    field?.addEventListener('input', note, { once: true })
    return () => field?.removeEventListener('input', note)
  }, [input])
  return TypoHint && <TypoHint input={input} />
}
