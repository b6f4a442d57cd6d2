import { pages } from '@foyer/contract/pages'
import { type Platform, platforms } from '@foyer/contract/platforms'
import { unknownAddressSentence } from '@foyer/contract/sentences'
import { useEffect, useState } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { ButtonLink } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Card, Heading } from '../ui/page/card.tsx'

const { title } = pages['not-found']

export function NotFoundPage() {
  const { platform, brand, paths } = usePage()
  const [signedInAt, setSignedInAt] = useState<Platform>()
  // An unknown address names no platform, so the account may be that of any platform of this browser.
  useEffect(
    () => setSignedInAt([platform, ...platforms].find((one) => readStoredAuth(one) !== null)),
    [platform],
  )
  useTitle(title)
  return (
    <Card>
      <ArchSign badge="lost" />
      <Heading title={title} lead={unknownAddressSentence} />
      <div className="stack">
        {signedInAt ? (
          <ButtonLink href={`/account?platform=${signedInAt}`}>Go to your account</ButtonLink>
        ) : (
          <ButtonLink href={paths.signIn}>Go to sign-in for {brand.displayName}</ButtonLink>
        )}
      </div>
    </Card>
  )
}
