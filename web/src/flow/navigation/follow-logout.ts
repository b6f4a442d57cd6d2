/** Reacts to a sign-out in another window: shows sign-in, or a sentence on a page that stays. */
import { isOwnPage, type ReactPageName } from '@foyer/contract/pages'
import type { PageData } from '../../platforms/page-context.ts'
import { signedOutElsewhere, storeBanner } from '../../session/banner.ts'
import { listenForLogout, type SignedOutBy } from '../../session/logout-listener.ts'
import { showToast } from '../../ui/feedback/toast-text.ts'

const sentences: Record<SignedOutBy, string> = {
  asked: 'You have signed out',
  elsewhere: signedOutElsewhere,
}

/** Listens until the returned function is called. */
export function followLogout({ platform, site, paths }: PageData, page: ReactPageName): () => void {
  return listenForLogout(platform, site, (by) => {
    const sentence = sentences[by]
    // A form is for signed-out users, so the page stays and keeps what the user typed.
    const hasForm = document.querySelector('main form') !== null
    switch (page) {
      case 'sign-in':
      case 'popup-sso':
      case 'sign-in-frame':
      case 'zoom-auth':
        if (hasForm) return
        storeBanner(sentence)
        location.reload()
        return
      case 'sign-up':
      case 'school-sign-up':
        if (hasForm) return
        storeBanner(sentence)
        location.replace(paths.signIn.replace(/\?.*/, location.search))
        return
      default:
        if (isOwnPage(page)) {
          // The page listens to other tabs itself.
          if (by === 'elsewhere') return
          storeBanner(sentence)
          location.reload()
          return
        }
        showToast(sentence)
        // The storage event reaches other tabs only, so this page must update the parts that show the user.
        if (by === 'asked') dispatchEvent(new Event('storage'))
    }
  })
}
