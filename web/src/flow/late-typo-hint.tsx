import { useEffect, useState } from 'react'
import { loadable } from './loadable.ts'
import type { TypoHintProps } from './typo-hint.tsx'

const typoHint = loadable<TypoHintProps>(async () => (await import('./typo-hint.tsx')).TypoHint)

/** Fetched once there is a letter, typed before the page was live or after; where it does not come, nobody misses it. */
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
    if (field?.value) fetchIt()
    else field?.addEventListener('input', fetchIt, { once: true })
    return () => field?.removeEventListener('input', fetchIt)
  }, [input])
  return TypoHint && <TypoHint input={input} />
}
