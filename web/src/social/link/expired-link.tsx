import { useEffect } from 'react'
import { useTitle } from '../../flow/navigation/use-title.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { Heading, Step } from '../../ui/page/card.tsx'

type ExpiredLinkProps = { provider: string; onAgain: () => void; onCancel: () => void }

/** Lets the user start again at the provider, after the provider's answer was used or has expired. */
export function ExpiredLink({ provider, onAgain, onCancel }: ExpiredLinkProps) {
  const title = `Continue with ${provider} again`
  const sentence = `Your sign-in with ${provider} is no longer valid: it works once, and for 10 minutes`
  useTitle(title, true)
  useEffect(() => announce(`${sentence}. ${title}.`, 'alert'), [sentence, title])
  return (
    <Step isNext key="expired">
      <Heading title={title} lead={sentence} />
      <div className="stack">
        <Button onClick={onAgain}>Continue with {provider}</Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Step>
  )
}
