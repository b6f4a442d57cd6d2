import { pages } from '@foyer/contract/pages'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePage } from '../platforms/page-context.ts'

/** The id of the place of the account area, above the card, for the link back to the section. */
export const backPlaceId = 'back-place'

/** Returns from a form to its section of the account without loading a document. The link is above the card. */
export function BackToSection({ onLeave }: { onLeave: () => void }) {
  const { platform, page } = usePage()
  const { title, paths } = pages[page]
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(backPlaceId)), [])
  return (
    place &&
    createPortal(
      <a
        className="back-link"
        href={`${paths.main}?platform=${platform}`}
        onClick={(event) => {
          event.preventDefault()
          onLeave()
        }}
      >
        <span className="visually-hidden">Back to </span>
        <span className="back-link-text">{title.charAt(0).toLowerCase() + title.slice(1)}</span>
      </a>,
      place,
    )
  )
}
