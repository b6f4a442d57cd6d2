import { listHelpRequests, type OwnHelpRequest } from '@foyer/contract/routes/help'
import { SectionPart } from '../account/section-part.tsx'
import { useLoaded } from '../account/use-loaded.ts'
import { agoText } from '../flow/time-text.ts'
import { usePage } from '../platforms/page-context.ts'

/** A page for everyone does not lead to sign-in because a list is missing. */
const stay = () => false

/** Lists what the user has asked support. Shows nothing without requests, or without an answer. */
export function OwnRequests() {
  const { data } = useLoaded(listHelpRequests, {}, stay)
  const { supportEmail } = usePage().site
  if (!data?.length) return null
  return (
    <SectionPart
      id="requests-title"
      title="Your requests"
      lead="Support answers by email. Name the reference if you write again about the same thing."
    >
      <ul className="help-requests">
        {data.map(({ reference, subject, message, email, delivery, createdAt }) => (
          <li key={reference}>
            <details>
              <summary>
                <bdi>{subject}</bdi>
                <span className="small">
                  {reference}, {stateText(delivery, agoText(Date.parse(createdAt)))}
                </span>
              </summary>
              <p>{message}</p>
              {delivery === 'failed' && (
                <p>
                  Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> instead, and name the
                  reference.
                </p>
              )}
              <p className="small">
                The answer goes to <bdi dir="ltr">{email}</bdi>.
              </p>
            </details>
          </li>
        ))}
      </ul>
    </SectionPart>
  )
}

/**
 * Says what the service knows: whether the mail has left. It does not know the answer.
 *
 * @example stateText('sent', '2 hours ago') // 'sent 2 hours ago'
 */
function stateText(delivery: OwnHelpRequest['delivery'], when: string): string {
  if (delivery === 'waiting') return `being delivered, written ${when}`
  return delivery === 'failed' ? `could not be delivered, written ${when}` : `sent ${when}`
}
