import { pages } from '@foyer/contract/pages'
import { useEffect } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Heading } from '../../ui/page/card.tsx'
import { useTitle } from '../navigation/use-title.ts'

const title = 'You’re signed in.'

/** Ends the sign-in in a popup or a frame, after the code was delivered or if no window waits for the code. */
export function SignedInNotice({ url }: { url: string }) {
  const { page, brand } = usePage()
  const isFrame = pages[page].window === 'frame'
  const lead = isFrame ? `${brand.displayName} takes it from here.` : 'You can close this window.'
  useTitle(title)
  useEffect(() => {
    document.getElementById('title')?.focus()
    announce(`${title} ${lead}`)
  }, [lead])
  return (
    <>
      <ArchSign badge="done" />
      <Heading title={title} lead={lead} />
      <div className="stack">
        <ButtonLink look="secondary" href={url} target={isFrame ? '_top' : '_self'}>
          Continue to {brand.displayName}
        </ButtonLink>
      </div>
    </>
  )
}
