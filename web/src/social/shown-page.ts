/** The page that shows a social sign-in. Apart, so that the first screen does not load what the first click needs. */
import type { SocialPage } from './social-types.ts'

export const shownPage: { now: SocialPage | null } = { now: null }
