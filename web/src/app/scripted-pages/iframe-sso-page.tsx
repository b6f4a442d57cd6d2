import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Card, Heading } from '../../ui/page/card.tsx'
import { Layout } from '../layout.tsx'

/**
 * Shown only to a user who opens the address of the hidden frame directly. embedded/iframe-sso.ts answers the embedding
 * page.
 */
export function IframeSsoPage() {
  const { brand, paths } = usePage()
  return (
    <Layout page="iframe-sso">
      <Card>
        <ArchSign />
        <Heading
          title="Nothing to do here"
          lead={`${brand.displayName} opens this page in the background to see whether you are signed in.`}
        />
        <div className="stack">
          <ButtonLink href={paths.signIn}>Go to sign-in</ButtonLink>
        </div>
      </Card>
    </Layout>
  )
}
