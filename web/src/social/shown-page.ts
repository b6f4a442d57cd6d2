/**
 * Holds the page that shows a social sign-in. A module of its own, so that the first screen does not load the code of the
 * click.
 */
import type { SocialPage } from './social-types.ts'

export const shownPage: { now: SocialPage | null } = { now: null }
