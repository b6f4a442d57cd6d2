import { pages } from '@foyer/contract/pages'
import { persists } from '@foyer/contract/sentences'
import { explainRefusedTarget, linkFaultSentence } from '@foyer/contract/targets/refused-target'
import { useSyncExternalStore } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { ButtonLink } from '../ui/feedback/button.tsx'
import { ErrorNotice } from '../ui/feedback/notice.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Card, Heading } from '../ui/page/card.tsx'

const { title } = pages['invalid-url']

export function InvalidUrlPage() {
  const { platform, site, paths } = usePage()
  const search = new URLSearchParams(
    useSyncExternalStore(
      () => () => {},
      () => location.search,
      () => '',
    ),
  )
  useTitle(title)
  const { platformsFile: file, redirectOrigins: origins } = site
  const refusal = file ? explainRefusedTarget(search, { platform, origins, file }) : null
  const isUnregistered = refusal?.includes(' is not registered ')
  return (
    <Card>
      <ArchSign badge="wrong" />
      <Heading title={title} lead={linkFaultSentence(search, platform, origins)} />
      <div className="stack">
        {refusal && (
          <ErrorNotice title="For developers">
            <p style={{ overflowWrap: 'anywhere' }}>
              {refusal}.{isUnregistered && ' Register it there and start Foyer again.'} Production does not
              show this notice.
            </p>
          </ErrorNotice>
        )}
        <ButtonLink href={paths.signIn}>Go to sign-in</ButtonLink>
        <p className="small">
          {persists} <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
        </p>
      </div>
    </Card>
  )
}
