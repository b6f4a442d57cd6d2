import { type ReactNode, useEffect, useRef, useState } from 'react'
import { clearAnnouncements } from '../feedback/live-regions.tsx'
import './card.css'
import { move } from './motion.ts'

/** Renders the page's content: one heading and its form or text. On small screens the card fills the page. */
export function Card({ children }: { children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => growSmoothly(card.current), [])
  return (
    <div className="card" ref={card}>
      {children}
    </div>
  )
}

/**
 * Animates changes of the card's height, after a new step or an error. Returns a function that stops the animation. A card
 * in a frame changes at once, because the site sets the frame's height once for each change and not for each picture of an
 * animation.
 */
function growSmoothly(card: HTMLElement | null): (() => void) | undefined {
  if (!card || 'framed' in document.documentElement.dataset) return undefined
  let height: number | undefined
  // The observer reports the first height itself. Reading the height here would force a layout during the start.
  const observer = new ResizeObserver(() => {
    const next = card.offsetHeight
    if (height !== undefined && next !== height) {
      const overflow = 'clip'
      const growth = move(card, [
        { height: `${height}px`, overflow },
        { height: `${next}px`, overflow },
      ])
      // Browsers report an error if an observer sees its own animation.
      if (growth) {
        observer.unobserve(card)
        growth.onfinish = () => observer.observe(card)
      }
    }
    height = next
  })
  observer.observe(card)
  return () => observer.disconnect()
}

type HeadingProps = { eyebrow?: ReactNode; title: ReactNode; lead?: ReactNode }

/**
 * Takes the focus after a client-side navigation, unless another element has it; a field's own effect may move the focus
 * later. Each step has one heading. When the heading is removed, the announcements of its step are cleared.
 */
export function Heading({ eyebrow, title, lead }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isMove = 'started' in document.documentElement.dataset
    if (isMove && document.activeElement === document.body) heading.current?.focus()
    return clearAnnouncements
  }, [])
  return (
    <div className="heading">
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h1 id="title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {lead && <p className="heading-lead">{lead}</p>}
    </div>
  )
}

/** Renders one of several steps on a card. `isNext` adds a short animation. Each step needs its own key. */
export function Step({ isNext, children }: { isNext: boolean; children: ReactNode }) {
  const [enters] = useState(isNext)
  return <div className={enters ? 'step-enters' : undefined}>{children}</div>
}
