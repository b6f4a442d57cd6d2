import { listHelpRequests } from '@foyer/contract/routes/help'
import { SectionPart } from '../account/section-part.tsx'
import { useLoaded } from '../account/use-loaded.ts'
import { agoText } from '../flow/time-text.ts'

/** A page for everyone does not lead to sign-in because a list is missing. */
const stay = () => false

/** Lists what the user has asked support. Shows nothing without requests, or without an answer. */
export function OwnRequests() {
  const { data } = useLoaded(listHelpRequests, {}, stay)
  if (!data?.length) return null
  return (
    <SectionPart
      id="requests-title"
      title="Your requests"
      lead="Support answers by email. Name the reference if you write again about the same thing."
    >
      <ul className="help-requests">
        {data.map(({ reference, subject, message, email, createdAt }) => (
          <li key={reference}>
            <details>
              <summary>
                <bdi>{subject}</bdi>
                <span className="small">
                  {reference}, sent {agoText(Date.parse(createdAt))}
                </span>
              </summary>
              <p>{message}</p>
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
