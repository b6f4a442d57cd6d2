import type { OwnEmail } from '@foyer/contract/profile/emails'
import { useState } from 'react'
import { lazyComponent, useLazyComponent } from '../../flow/machine/lazy-component.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/page/card.tsx'
import { fragments } from '../fragments.ts'
import { SectionCard } from '../section-card.tsx'
import { useSection } from '../use-section.ts'
import { OwnEmails } from './own-emails.tsx'

const emailTask = lazyComponent(() => import('./email-task.tsx'), 'EmailTask')
const forms: readonly string[] = [fragments.addEmail, fragments.verifyEmail]

/** Shows the email addresses of the account, with forms that add and verify an address. */
export function ContactsPage() {
  const section = useSection('account-contacts')
  const { user, fragment } = section
  const [email, setEmail] = useState<OwnEmail | null>(null)
  const isTask = forms.includes(fragment)
  const EmailTask = useLazyComponent(emailTask, isTask)

  if (!user || !isTask)
    return (
      <SectionCard
        page="account-contacts"
        lead="You sign in with an address that is verified. Codes and messages go to your sign-in address."
        section={section}
      >
        {user && (
          <dl className="facts">
            <OwnEmails
              user={user}
              onTask={(form, about) => {
                setEmail(about)
                section.openForm(form)
              }}
              onDone={section.showChange}
              onSignedOut={section.leave}
              onFailed={section.leaveIfEnded}
            />
          </dl>
        )}
      </SectionCard>
    )
  if (!EmailTask) return <PageSpinner text="Loading" />
  return (
    <Card>
      <EmailTask
        {...{ fragment, user, email }}
        goTo={section.changeForm}
        onDone={section.finish}
        onSignedOut={section.leave}
        onLeave={section.closeForm}
      />
    </Card>
  )
}
