import { listSessions } from '@foyer/contract/routes/sessions'
import { agoText } from '../flow/time-text.ts'
import { usePage } from '../platforms/page-context.ts'
import { groupByBrowser, platformsText } from './security/browser-groups.ts'
import { useLoaded } from './use-loaded.ts'

type SignedInHereProps = { leaveIfEnded: (sentence: string) => boolean }

/** Names this browser and the other one that was used last. Shows nothing without an answer: 'Security' says what failed. */
export function SignedInHere({ leaveIfEnded }: SignedInHereProps) {
  const { platform } = usePage()
  const { data } = useLoaded(listSessions, {}, leaveIfEnded)
  if (!data) return null
  const groups = groupByBrowser(data)
  return (
    <section aria-labelledby="signed-in-title">
      <h2 id="signed-in-title">Where you’re signed in</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from lists without markers. */}
      <ul className="signed-in" role="list">
        {groups.slice(0, 2).map((group) => (
          <li key={group.key}>
            <bdi className="signed-in-name">{group.name}</bdi>
            <span className="small">
              {group.isHere
                ? 'This browser, now'
                : `${platformsText(group)}, last used ${agoText(group.lastSeenAtMs)}`}
            </span>
          </li>
        ))}
      </ul>
      <a className="signed-in-all" href={`/account/security?platform=${platform}#browsers`}>
        {groups.length > 2 ? `All ${groups.length} browsers` : 'Browsers and sign-out'}
      </a>
    </section>
  )
}
