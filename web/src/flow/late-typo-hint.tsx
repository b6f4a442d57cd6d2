import { useEffect, useState } from 'react'
import { loadable } from './loadable.ts'
import type { TypoHintProps } from './typo-hint.tsx'

const typoHint = loadable<TypoHintProps>(async () => (await import('./typo-hint.tsx')).TypoHint)

/** Fetched when the first letter is typed; where it does not come, nobody misses it. */
export function LateTypoHint({ input }: TypoHintProps) {
  const [TypoHint, setHint] = useState(typoHint.loaded)
  useEffect(() => {
    const field = input.current
    const fetchIt = () => {
      typoHint.load().then(
        (loaded) => setHint(() => loaded),
        () => {},
      )
    }
    field?.addEventListener('input', fetchIt, { once: true })
    return () => field?.removeEventListener('input', fetchIt)
  }, [input])
  return TypoHint && <TypoHint input={input} />
}
