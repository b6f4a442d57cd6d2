import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Card, Heading } from '../../ui/page/card.tsx'
import { Layout } from '../layout.tsx'

/** The frame of a sister site while it signs the user in. embedded/auto-login.ts does the work and shows the link to the next page. */
export function AutoLoginPage() {
  const { paths } = usePage()
  return (
    <Layout page="auto-login">
      <Card>
        <ArchSign />
        <Heading title="Signing in" />
        <div className="stack">
          <p className="waiting" id="waiting">
            <Spinner />
            <span role="status" id="progress">
              Please wait while we sign in to your account
            </span>
          </p>
          <div id="way-on" hidden>
            <div className="stack">
              <ButtonLink href={paths.signIn} target="_top">
                Sign in
              </ButtonLink>
            </div>
          </div>
        </div>
      </Card>
    </Layout>
  )
}
