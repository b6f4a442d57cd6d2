import { useEffect, useEffectEvent, useRef } from 'react'

/** Marks the end of a list whose next page is loaded when the reader comes near. */
export function EndOfList({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const report = useEffectEvent(onNear)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) report()
      },
      { rootMargin: '320px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} />
}
