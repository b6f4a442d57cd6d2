import { useState } from 'react'
import { lazyComponent, useLazyComponent } from '../../flow/machine/lazy-component.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/page/card.tsx'
import { SectionCard } from '../section-card.tsx'
import { useSection } from '../use-section.ts'
import { contactKinds, type NamedContact } from './contact-kinds.ts'
import { OwnContacts } from './own-contacts.tsx'

const contactTask = lazyComponent(() => import('./contact-task.tsx'), 'ContactTask')
const kinds = ['email', 'phone'] as const
const forms: readonly string[] = kinds.flatMap((kind) => Object.values(contactKinds[kind].forms))

/** Shows the emails and phone numbers of the account, with forms that add and verify them. */
export function ContactsPage() {
  const section = useSection('account-contacts')
  const { user, fragment } = section
  const [contact, setContact] = useState<NamedContact | null>(null)
  const isTask = forms.includes(fragment)
  const ContactTask = useLazyComponent(contactTask, isTask)

  if (!user || !isTask)
    return (
      <SectionCard page="account-contacts" section={section}>
        {user &&
          kinds.map((kind) => (
            <OwnContacts
              key={kind}
              {...{ kind, user }}
              onTask={(form, about) => {
                setContact(about)
                section.openForm(form)
              }}
              onDone={section.showChange}
              onSignedOut={section.leave}
              leaveIfEnded={section.leaveIfEnded}
            />
          ))}
      </SectionCard>
    )
  if (!ContactTask) return <PageSpinner text="Loading" />
  return (
    <Card>
      <ContactTask
        {...{ fragment, user, contact }}
        goTo={section.changeForm}
        onDone={section.finish}
        onSignedOut={section.leave}
        onLeave={section.closeForm}
      />
    </Card>
  )
}
