import { useEffect } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Heading } from '../ui/page/card.tsx'
import type { SentRequest } from './help-machine.ts'
import { WayBack } from './way-back.tsx'

const title = 'We got your message'

type HelpSentProps = { sent: SentRequest; isSignedIn: boolean; onAnother: () => void }

/** Shows the reference of the sent request, and where the answer will arrive. */
export function HelpSent({ sent, isSignedIn, onAnother }: HelpSentProps) {
  useTitle(title)
  useEffect(() => document.getElementById('title')?.focus(), [])
  return (
    <>
      <ArchSign badge="sent" />
      <Heading
        title={title}
        lead={
          <>
            Your reference is <strong dir="ltr">{sent.reference}</strong>.
          </>
        }
      />
      <div className="stack">
        <p className="help-sent">
          We’ve sent it to <strong dir="ltr">{sent.email}</strong> and will answer there. If nothing arrives,
          look in your spam folder.
        </p>
        <Button look="secondary" onClick={onAnother}>
          Send another
        </Button>
        <WayBack isSignedIn={isSignedIn} email={sent.email} />
      </div>
    </>
  )
}
