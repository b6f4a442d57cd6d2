import { pages, type ReactPageName } from '@foyer/contract/pages'
import type { ReactNode } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import { Banner } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Card, Heading } from '../ui/page/card.tsx'
import type { Section } from './use-section.ts'

type SectionCardProps = {
  page: ReactPageName
  /** The title of a part of the section, in place of the section's own. */
  title?: string
  /** Shown above the title: the way back from a part of the section. */
  eyebrow?: ReactNode
  /** Explains the section in one sentence. */
  lead?: ReactNode
  /** An action of the whole section, at the end of the heading's line. */
  action?: ReactNode
  section: Section
  /** Parts of the section that are cards of their own. */
  cards?: ReactNode
  children: ReactNode
}

/** Renders a section of the account with its title and the sentence about the last change. */
export function SectionCard({
  page,
  title = pages[page].title,
  eyebrow,
  lead,
  action,
  section: { user, banner, setBanner },
  cards,
  children,
}: SectionCardProps) {
  useTitle(title)
  const card = (
    <Card>
      {action ? (
        <div className="section-head">
          <Heading eyebrow={eyebrow} title={title} lead={lead} />
          {action}
        </div>
      ) : (
        <Heading eyebrow={eyebrow} title={title} lead={lead} />
      )}
      <div className="stack">
        {banner && <Banner text={banner} onDismiss={() => setBanner(null)} />}
        {user ? children : <SectionLoading />}
      </div>
    </Card>
  )
  return cards ? (
    <div className="section-cards">
      {card}
      {cards}
    </div>
  ) : (
    card
  )
}

function SectionLoading() {
  return (
    <p className="waiting">
      <Spinner />
      <span role="status">Loading…</span>
    </p>
  )
}
