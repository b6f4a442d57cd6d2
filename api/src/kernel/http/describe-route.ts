/** Adds the text of /docs to a route of the contract: a paragraph, and examples that the compiler checks. */
import type { OAuthRoute } from '@foyer/contract/oauth-routes/oauth-route'
import type { PageRoute } from '@foyer/contract/page-routes/page-route'
import type { Call, Page, Result, Route } from '@foyer/contract/routes/route'
import type { Session, User } from '@foyer/contract/routes/sign-in'

export type DescribedRoute = {
  route: Route
  description: string
  body?: unknown
  result?: unknown
  items?: readonly unknown[]
}
export type DescribedOAuthRoute = { route: OAuthRoute; description: string }
export type DescribedPageRoute = { route: PageRoute; description: string }
export type ApiSection = {
  name: string
  description: string
  routes: readonly DescribedRoute[]
  pageRoutes?: readonly DescribedPageRoute[]
  oauthRoutes?: readonly DescribedOAuthRoute[]
}

type Examples<R extends Route> = (R['body'] extends object ? { body: BodyOf<R> } : unknown) &
  (R['result'] extends object ? { result: Result<R> } : unknown)
/** The example of a list route names its items only, without the page numbers. */
type ListExamples<R extends Route> = { items: Result<R> extends Page<infer Item> ? readonly Item[] : never }
type BodyOf<R extends Route> = NonNullable<(Call<R> & { body?: unknown })['body']>

export function describeRoute<const R extends Route>(
  route: R,
  description: string,
  ...[examples]: R['list'] extends object
    ? [ListExamples<R>?]
    : unknown extends Examples<R>
      ? []
      : [Examples<R>]
): DescribedRoute {
  return { route, description, ...(examples as object | undefined) }
}

/** The user in every example. */
export const exampleUser: User = {
  uuid: '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74',
  email: 'asha@example.com',
  isEmailVerified: true,
  firstName: 'Asha',
  lastName: 'Rao',
  fullName: 'Asha Rao',
}

/** The session in every example. */
export const exampleSession: Session = {
  accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
  refreshToken: 'rt_9vXqT2…',
  user: exampleUser,
  platform: 'student',
}
