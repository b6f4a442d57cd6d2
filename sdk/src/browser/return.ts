/** Redirects to a sign-in, and stores the state of the page until the return. */

const parameter = 'foyer-return'
/** The time limit for the next page to appear. */
const leavingMs = 10_000

/** Redirects to a sign-in that returns to a path, by default this page. */
export function leaveToSignIn(
  basePath: string,
  path: string | undefined,
  state: unknown,
  assurance?: 2,
): Promise<null> {
  const returnTo = new URL(path ?? location.href, location.href)
  const id = crypto.randomUUID()
  returnTo.searchParams.set(parameter, id)
  try {
    sessionStorage.setItem(`${parameter}:${id}`, JSON.stringify(state ?? null))
  } catch {
    // Without storage the state is lost, but the sign-in works.
  }
  const query = new URLSearchParams({
    returnTo: returnTo.pathname + returnTo.search + returnTo.hash,
    ...(assurance && { assurance: String(assurance) }),
  })
  return leave(`${basePath}/sign-in?${query}`)
}

/** Navigates away from this page. Resolves only if the page is still there after 10 s. */
export function leave(address: string): Promise<null> {
  location.assign(address)
  return new Promise((resolve) => setTimeout(() => resolve(null), leavingMs))
}

export function takeReturnState(): { state: unknown } | null {
  const url = new URL(location.href)
  const id = url.searchParams.get(parameter)
  if (id === null) return null
  url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
  try {
    const kept = sessionStorage.getItem(`${parameter}:${id}`)
    sessionStorage.removeItem(`${parameter}:${id}`)
    return { state: kept === null ? null : JSON.parse(kept) }
  } catch {
    return { state: null }
  }
}
