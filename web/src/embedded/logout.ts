/**
 * Signs the user out on the logout pages, in a frame or not (product 2.2, 2.5, 4), notifies the embedding page and then
 * opens sign-in.
 */
import { signInAfterLogout } from '@foyer/contract/addresses'
import { storeBanner } from '../session/banner.ts'
import { signOut } from '../session/logout.ts'
import { readEmbeddedPage, tellParent } from './embedded-page.ts'

const signedOut = 'You have signed out'
const signedOutHere = 'You have signed out of this browser. The service could not be reached.'

async function leave(): Promise<void> {
  const page = readEmbeddedPage()
  const { platform, search, isFramed } = page
  const outcome = await signOut(platform)
  if (isFramed) {
    tellParent<'logoutSuccess'>(page, { type: 'foyer:logout-success', platform })
    return
  }
  storeBanner(outcome === 'done' ? signedOut : signedOutHere)
  location.replace(signInAfterLogout(location.pathname, search))
}

await leave()
