import { type ReactNode, useState } from 'react'
import './card.css'
import { CornerMotif } from './corner-motif.tsx'

/** What the page is about: one heading and what to do. On small screens it is the page itself. */
export function Card({ children }: { children: ReactNode }) {
  return (
    <div className="card">
      <CornerMotif />
      {children}
    </div>
  )
}

type HeadingProps = { title: string; lead?: ReactNode }

/** Can take the focus when a step has no field of its own. */
export function Heading({ title, lead }: HeadingProps) {
  return (
    <div className="heading">
      <h1 id="title" tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="heading-lead">{lead}</p>}
    </div>
  )
}

/** One of several steps on a card; `isNext` ones come in with a short move. Give each its own key. */
export function Step({ isNext, children }: { isNext: boolean; children: ReactNode }) {
  const [enters] = useState(isNext)
  return <div className={enters ? 'step-enters' : undefined}>{children}</div>
}
