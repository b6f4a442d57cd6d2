import { type ReactNode, useEffect, useRef, useState } from 'react'
import './card.css'
import { CornerMotif } from './corner-motif.tsx'

/** The page's content: one heading and its form or text. On small screens the card fills the page. */
export function Card({ children }: { children: ReactNode }) {
  return (
    <div className="card">
      <CornerMotif />
      {children}
    </div>
  )
}

type HeadingProps = { eyebrow?: string | undefined; title: string; lead?: ReactNode }

/** Takes the focus after a move within the document if nothing else has it. A field's own effect takes it later. */
export function Heading({ eyebrow, title, lead }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isMove = 'started' in document.documentElement.dataset
    if (isMove && document.activeElement === document.body) heading.current?.focus()
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

/** One of several steps on a card; `isNext` adds a short animation. Each step needs a key of its own. */
export function Step({ isNext, children }: { isNext: boolean; children: ReactNode }) {
  const [enters] = useState(isNext)
  return <div className={enters ? 'step-enters' : undefined}>{children}</div>
}
