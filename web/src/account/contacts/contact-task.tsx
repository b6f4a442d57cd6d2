import { useEffect, useState } from 'react'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { usePage } from '../../platforms/page-context.ts'
import { replaceEmail } from '../../session/replace-name.ts'
import { Step } from '../../ui/page/card.tsx'
import { fragments, type TaskProps } from '../fragments.ts'
import { AddEmailForm } from './add-email-form.tsx'
import { AddPhoneForm } from './add-phone-form.tsx'
import { contactKinds, type NamedContact, type OwnContact, textOf } from './contact-kinds.ts'
import { keptContact } from './kept-contact.ts'
import { VerifyContact } from './verify-contact.tsx'

export type ContactTaskProps = TaskProps & {
  fragment: string
  /** The contact that the user works on; null after a reload. */
  contact: NamedContact | null
  goTo: (fragment: string) => void
}

type Sent = { contact: NamedContact; challenge: Challenge }

/** Shows the form that the fragment names: add an email or a phone number, or verify it. */
export function ContactTask(props: ContactTaskProps) {
  const { fragment, contact, user, goTo, onDone, onSignedOut, onLeave } = props
  const { platform } = usePage()
  const [sent, setSent] = useState<Sent | null>(() => keptTask(platform))
  const wanted = [contact, sent?.contact].find(
    (known) => known && contactKinds[known.kind].forms.verify === fragment,
  )
  const isAdding = fragment === fragments.addEmail || fragment === fragments.addPhone
  const isLost = !isAdding && !wanted
  useEffect(() => {
    if (isLost) onLeave()
  }, [isLost, onLeave])

  const leaving = { onSignedOut, onLeave }
  const AddForm = fragment === fragments.addEmail ? AddEmailForm : AddPhoneForm
  if (isAdding)
    return (
      <Step isNext key={fragment}>
        <AddForm
          {...leaving}
          onAdded={(added, challenge) => {
            setSent({ contact: added, challenge })
            goTo(contactKinds[added.kind].forms.verify)
          }}
        />
      </Step>
    )
  if (wanted)
    return (
      <Step isNext key="verify">
        <VerifyContact
          {...leaving}
          contact={wanted}
          challenge={sent?.contact.id === wanted.id ? sent.challenge : null}
          onVerified={finish}
        />
      </Step>
    )
  return null

  function finish(verified: OwnContact): void {
    if ('email' in verified && verified.isPrimary) replaceEmail(user, verified.email)
    onDone(`${textOf(verified)} verified.`)
  }
}

function keptTask(platform: Parameters<typeof keptContact.read>[0]): Sent | null {
  const kept = keptContact.read(platform)
  if (!kept) return null
  const { id, text, token, resendAtMs } = kept
  const kind = kept.kind === 'phone' ? 'phone' : 'email'
  return { contact: { kind, id, text }, challenge: { token, resendAtMs, isNew: false } }
}
