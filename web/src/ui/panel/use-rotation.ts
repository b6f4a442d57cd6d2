/** Decides which slide of a carousel is shown, and when the next slide appears (WCAG 2.2.2). */
import { type FocusEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Product 9, in ms. */
const slideMs = 7000
/** The distance in px that a finger must move to change the slide. */
const swipePx = 40

/** If `reducedMotion` matches, slides change only by hand. If `wide` matches, the carousel is on the page. */
const reducedMotion = '(prefers-reduced-motion: reduce)'
const wide = '(min-width: 60rem)'

/**
 * `auto`: rotates until the user operates the carousel, and pauses under the pointer or the focus. `off`: does not rotate.
 * `on`: rotates because the user pressed Play.
 */
type Mode = 'auto' | 'on' | 'off'

/**
 * Returns the shown slide and the handlers of the carousel. `isReady` is false until the controls and the later slides are
 * loaded.
 */
export function useRotation(count: number, isReady: boolean) {
  const [shown, setShown] = useState(0)
  const [mode, setMode] = useState<Mode>('off')
  const [isUnderPointer, setUnderPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isOnScreen, setOnScreen] = useState(false)
  const touchedAt = useRef<number | null>(null)

  useEffect(() => {
    const motion = matchMedia(reducedMotion)
    const width = matchMedia(wide)
    const look = () => setOnScreen(!document.hidden && width.matches)
    const calm = () => motion.matches && setMode('off')
    look()
    if (!motion.matches && !savesData()) setMode('auto')
    document.addEventListener('visibilitychange', look)
    width.addEventListener('change', look)
    motion.addEventListener('change', calm)
    return () => {
      document.removeEventListener('visibilitychange', look)
      width.removeEventListener('change', look)
      motion.removeEventListener('change', calm)
    }
  }, [])

  const isWaiting = mode === 'auto' && (isUnderPointer || hasFocus)
  const isRotating = isReady && mode !== 'off' && isOnScreen && !isWaiting

  // The time of a slide begins with its display, so the timer starts in the same commit.
  useLayoutEffect(() => {
    if (!isRotating) return
    const timer = setTimeout(() => setShown((shown + 1) % count), slideMs)
    return () => clearTimeout(timer)
  }, [isRotating, shown, count])

  function show(index: number): void {
    setMode('off')
    setShown((index + count) % count)
  }

  return {
    shown,
    isRotating,
    isOn: mode !== 'off',
    show,
    toggle: () => setMode(mode === 'off' ? 'on' : 'off'),
    /** Handlers for the whole carousel. */
    watch: {
      onPointerMove: ({ pointerType }: PointerEvent) => setUnderPointer(pointerType === 'mouse'),
      onPointerLeave: () => setUnderPointer(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(currentTarget.contains(relatedTarget)),
    },
    /** Handlers for the slides: a touch stops the rotation, and a swipe changes the slide. */
    swipe: {
      onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
        touchedAt.current = pointerType === 'mouse' ? null : clientX
        if (touchedAt.current !== null) setMode('off')
      },
      onPointerUp: ({ clientX, currentTarget }: PointerEvent) => {
        const moved = touchedAt.current === null ? 0 : clientX - touchedAt.current
        touchedAt.current = null
        if (Math.abs(moved) < swipePx) return
        const isForward = moved < 0 === (getComputedStyle(currentTarget).direction === 'ltr')
        show(shown + (isForward ? 1 : -1))
      },
    },
  }
}

/** Reads the browser's Save-Data preference. */
function savesData(): boolean {
  return 'connection' in navigator && Boolean((navigator.connection as { saveData?: boolean }).saveData)
}
