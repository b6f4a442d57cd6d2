import { handle } from './lib/site.ts'

/** A user who signed in at Foyer itself arrives at the home with a code, which begins a sign-in of this site. */
export async function proxy(request: Request): Promise<Response | undefined> {
  return (await handle(request)) ?? undefined
}

export const config = { matcher: '/' }
