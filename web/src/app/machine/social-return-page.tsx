import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Card, Heading } from '../../ui/page/card.tsx'
import { Layout } from '../layout.tsx'

/** The page that a social provider returns to. embedded/social-return.ts does the work and shows the link to the next page. */
export function SocialReturnPage() {
  const { paths } = usePage()
  return (
    <Layout page="social-return">
      <Card>
        <ArchSign />
        <Heading title="Signing in" />
        <div className="stack">
          <p className="waiting" id="waiting">
            <Spinner />
            <span role="status" id="progress">
              Going back to the page you came from
            </span>
          </p>
          <div id="way-on" hidden>
            <div className="stack">
              <ButtonLink href={paths.signIn}>Go to sign-in</ButtonLink>
            </div>
          </div>
        </div>
      </Card>
    </Layout>
  )
}
