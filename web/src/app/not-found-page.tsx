import { unknownAddressSentence } from '@foyer/contract/sentences'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { ButtonLink } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Card, Heading } from '../ui/page/card.tsx'
import { titles } from './titles.ts'

export function NotFoundPage() {
  const { brand, paths } = usePage()
  useTitle(titles['not-found'])
  return (
    <Card>
      <ArchSign badge="lost" />
      <Heading title={titles['not-found']} lead={unknownAddressSentence} />
      <div className="stack">
        <ButtonLink href={paths.signIn}>Go to sign-in for {brand.displayName}</ButtonLink>
      </div>
    </Card>
  )
}
