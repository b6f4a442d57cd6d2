/** Signs the user in with a popup of Foyer. */
import type { User } from '../session.ts'
import { addressOf, type Config, challenge, listen } from './messages.ts'
import { type Server, SignInError } from './server.ts'

/** A sign-in is valid for 10 minutes. */
const signInMs = 600_000
/** The time limit for Foyer's page to appear in the popup. */
const readyMs = 20_000
const pollMs = 500

/** Opens an empty popup in the middle of the screen. Browsers allow this only during a click. */
export function openPopup(): Window | null {
  const [width, height] = [480, 600]
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return window.open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
}

type Ending = { code: string } | 'signed-in' | 'closed' | 'no-answer'

/**
 * Opens Foyer in the popup. Returns the user, or null if the user closed the popup.
 * @throws SignInError 'no-answer' if no page of Foyer appeared in the popup, which is then closed.
 */
export async function signInWithPopup(
  config: Config,
  server: Server,
  popup: Window,
  channel: BroadcastChannel,
): Promise<User | null> {
  const { codeChallenge, redirectUrl } = await server.begin()
  // If a page in the popup has cut the connection to this page (COOP), the popup delivers the code to `redirect-url`
  // itself.
  const query = { 'redirect-url': redirectUrl, ...challenge(codeChallenge) }
  const ending = await endingOf(config, popup, addressOf(config, '/popup-sso', query), channel)
  if (ending === 'no-answer') throw new SignInError('no-answer')
  return typeof ending === 'object' ? server.finish(ending.code) : server.session()
}

function endingOf(
  config: Config,
  popup: Window,
  address: string,
  channel: BroadcastChannel,
): Promise<Ending> {
  return new Promise((resolve) => {
    let isReady = false
    let closedPolls = 0
    const stop = listen(config, popup, (message) => {
      isReady = true
      if (message.type === 'foyer:code' && message.code !== null) end({ code: message.code })
    })
    const onChannel = ({ data }: MessageEvent) => {
      if (data === 'signed-in') end('signed-in')
    }
    channel.addEventListener('message', onChannel)
    // `closed` is also true while the popup shows a page that cuts the connection (COOP). It counts only while this
    // page has the focus, and three times in a row, so that a message in flight still arrives first.
    const poll = setInterval(() => {
      closedPolls = popup.closed && document.hasFocus() ? closedPolls + 1 : 0
      if (closedPolls >= 3) end('closed')
    }, pollMs)
    const ready = setTimeout(() => {
      if (!isReady && !popup.closed) end('no-answer')
    }, readyMs)
    const deadline = setTimeout(() => end('closed'), signInMs)

    function end(ending: Ending): void {
      stop()
      channel.removeEventListener('message', onChannel)
      clearInterval(poll)
      clearTimeout(ready)
      clearTimeout(deadline)
      popup.close()
      resolve(ending)
    }
    popup.location.replace(address)
  })
}
