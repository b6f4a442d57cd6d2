import { listEmails } from '@foyer/contract/profile/emails'
import { listPhones } from '@foyer/contract/profile/phones'
import { usePage } from '../platforms/page-context.ts'
import { type OwnContact, textOf } from './contacts/contact-kinds.ts'
import { useLoaded } from './use-loaded.ts'

/**
 * Names what the user should do for the account. Shows nothing if there is nothing to do, or without an answer: the section
 * of the contacts says what failed.
 */
export function Attention({ leaveIfEnded }: { leaveIfEnded: (sentence: string) => boolean }) {
  const { platform } = usePage()
  const { data: emails } = useLoaded(listEmails, {}, leaveIfEnded)
  const { data: phones } = useLoaded(listPhones, {}, leaveIfEnded)
  const contacts: readonly OwnContact[] = [...(emails ?? []), ...(phones ?? [])]
  const unverified = contacts.filter(({ isVerified }) => !isVerified)
  if (unverified.length === 0) return null
  return (
    <section className="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">To do</h2>
      <ul>
        {unverified.map((contact) => (
          <li key={contact.id}>
            <a href={`/account/contacts?platform=${platform}`}>
              Verify <bdi dir="ltr">{textOf(contact)}</bdi>
            </a>
            <span className="small">Until then you can’t sign in with it.</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
