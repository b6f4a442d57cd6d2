import { usePage } from '../../platforms/page-context.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Card, Heading } from '../../ui/page/card.tsx'
import { Layout } from '../layout.tsx'

/** The page that the user sees during sign-out; rendered only on the server. embedded/logout.ts signs the user out. */
export function LogoutPage() {
  const { paths } = usePage()
  return (
    <Layout page="logout">
      <Card>
        <ArchSign />
        <Heading title="Signing out" />
        <div className="stack">
          <p className="waiting">
            <Spinner />
            <span role="status">You will be redirected shortly</span>
          </p>
          <ButtonLink look="secondary" href={paths.signIn}>
            Continue
          </ButtonLink>
        </div>
      </Card>
    </Layout>
  )
}
