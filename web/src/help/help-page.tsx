import { useEffect, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { usePage } from '../platforms/page-context.ts'
import { readStoredAuth, type StoredUser } from '../session/stored-auth.ts'
import { Card, Step } from '../ui/page/card.tsx'
import { draftIn, keepDraft, readDraft } from './help-draft.ts'
import { helpEffects, readSent } from './help-effects.ts'
import { HelpForm } from './help-form.tsx'
import { helpMachine, helpStart } from './help-machine.ts'
import { HelpSent } from './help-sent.tsx'

const ownRequests = lazyComponent(() => import('./own-requests.tsx'), 'OwnRequests')

/** Answers common questions, and sends a request to support (product 7.6). */
export function HelpPage() {
  const { platform } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(helpMachine, helpStart, helpEffects(platform))
  const { draft, failure, sent } = context
  const [user, setUser] = useState<StoredUser | null>(null)
  const OwnRequests = useLazyComponent(ownRequests, user !== null, true)

  // Reads the user again after each failure, which may mean that the session has ended. Another tab may also sign in or
  // out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure may end the session.
  useEffect(() => {
    const readUser = () => setUser(readStoredAuth(platform)?.user ?? null)
    readUser()
    addEventListener('storage', readUser)
    return () => removeEventListener('storage', readUser)
  }, [platform, failure])

  useEffect(() => {
    const shown = readSent()
    if (shown) send({ type: 'sent', sent: shown })
    else send({ type: 'restored', draft: { ...readDraft(platform), ...typedEarly() } })
  }, [platform, send])

  useEffect(() => {
    // The first rendering has an empty draft, which must not overwrite the stored draft.
    if (entry > 0 || Object.values(draft).some(Boolean)) keepDraft(platform, draft)
  }, [platform, draft, entry])

  return (
    <Card>
      {state === 'sent' && sent ? (
        <Step isNext key="sent">
          <HelpSent sent={sent} isSignedIn={user !== null} onAnother={() => send({ type: 'another' })} />
        </Step>
      ) : (
        <Step isNext={false} key="form">
          <HelpForm draft={draft} user={user} failure={failure} isBusy={state === 'sending'} send={send} />
        </Step>
      )}
      {/* A request that was just sent is listed too. */}
      {user && OwnRequests && <OwnRequests key={`${user.uuid} ${sent?.reference ?? ''}`} />}
    </Card>
  )
}

/** Returns the text that the user typed before the page's script arrived. */
function typedEarly(): Partial<ReturnType<typeof draftIn>> {
  const form = document.querySelector('form')
  if (!form) return {}
  const typed = draftIn(Object.fromEntries(new FormData(form)))
  return Object.fromEntries(Object.entries(typed).filter(([, text]) => text))
}
