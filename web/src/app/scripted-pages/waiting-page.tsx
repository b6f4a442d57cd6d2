import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Card, Heading } from '../../ui/page/card.tsx'
import { Layout } from '../layout.tsx'

type WaitingPageProps = {
  page: 'auto-login' | 'social-return'
  progress: string
  link: string
  target?: '_top'
}

/** The page that the user sees while its script signs them in. If the sign-in fails, the script shows the link to sign-in. */
function WaitingPage({ page, progress, link, target }: WaitingPageProps) {
  const { paths } = usePage()
  return (
    <Layout page={page}>
      <Card>
        <ArchSign />
        <Heading title="Signing in" />
        <div className="stack">
          <p className="waiting" id="waiting">
            <Spinner />
            <span role="status" id="progress">
              {progress}
            </span>
          </p>
          <div id="way-on" hidden>
            <div className="stack">
              <ButtonLink href={paths.signIn} target={target}>
                {link}
              </ButtonLink>
            </div>
          </div>
        </div>
      </Card>
    </Layout>
  )
}

/** The frame that a sister site embeds to sign the user in; its script is embedded/auto-login.ts. */
export function AutoLoginPage() {
  const progress = 'Please wait while we sign in to your account'
  return <WaitingPage page="auto-login" progress={progress} link="Sign in" target="_top" />
}

/** The page that a social provider returns to; its script is embedded/social-return.ts. */
export function SocialReturnPage() {
  return (
    <WaitingPage page="social-return" progress="Going back to the page you came from" link="Go to sign-in" />
  )
}
