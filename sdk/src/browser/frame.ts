/** Opens pages of Foyer in frames of this page. */
import type { User } from '../session.ts'
import { addressOf, type Config, challenge, type FoyerMessage, listen } from './messages.ts'
import { type Server, SignInError } from './server.ts'

/**
 * Longer than the 5 s after which Foyer's silent page answers null (answerWithinMs in web/src/embedded/iframe-sso.ts).
 */
const silentMs = 8_000
/** Longer than the 5 s that Foyer's logout page waits for its service. */
const logoutMs = 8_000
/** The time limit for the form to appear in its frame. */
const readyMs = 15_000

/** Adds a frame and passes its messages to `take`. The returned function removes the frame and the listener. */
function openFrame(
  config: Config,
  address: string,
  parent: HTMLElement,
  isHidden: boolean,
  take: (message: FoyerMessage, frame: HTMLIFrameElement) => void,
): { frame: HTMLIFrameElement; close: () => void } {
  const frame = document.createElement('iframe')
  frame.title = 'Foyer'
  frame.src = address
  frame.hidden = isHidden
  // Foyer's page in the frame may ask for a passkey.
  frame.allow = 'publickey-credentials-get'
  parent.append(frame)
  const stop = listen(config, frame.contentWindow, (message) => take(message, frame))
  const close = () => {
    stop()
    frame.remove()
  }
  return { frame, close }
}

/** Opens a hidden frame until it sends a message of this type; null after `withinMs`. */
function ask<T extends FoyerMessage['type']>(
  config: Config,
  address: string,
  type: T,
  withinMs: number,
): Promise<Extract<FoyerMessage, { type: T }> | null> {
  return new Promise((resolve) => {
    const end = (message: FoyerMessage | null) => {
      clearTimeout(timer)
      close()
      resolve(message as Extract<FoyerMessage, { type: T }> | null)
    }
    const timer = setTimeout(() => end(null), withinMs)
    const { close } = openFrame(config, address, document.body, true, (message) => {
      if (message.type === type) end(message)
    })
  })
}

/**
 * Requests a code from Foyer in a hidden frame. Returns null if no user is signed in there, or the frame has no
 * storage.
 */
export async function silentCode(config: Config, codeChallenge: string): Promise<string | null> {
  const answer = await ask(
    config,
    addressOf(config, '/iframe-sso', challenge(codeChallenge)),
    'foyer:code',
    silentMs,
  )
  return answer?.code ?? null
}

/** Signs the user out of Foyer in a hidden frame, and returns whether Foyer confirmed the logout. */
export async function logoutInFrame(config: Config): Promise<boolean> {
  return (await ask(config, addressOf(config, '/logout'), 'foyer:logout-success', logoutMs)) !== null
}

/** Shows Foyer's form in an element until the user is signed in; returns null if the signal aborts it. */
export async function embedForm(
  config: Config,
  server: Server,
  element: HTMLElement,
  signal?: AbortSignal,
): Promise<User | null> {
  for (let isAgain = false; ; isAgain = true) {
    const { codeChallenge } = await server.begin()
    if (signal?.aborted) return null
    const code = await codeOfForm(config, codeChallenge, element, signal)
    if (code === null) return null
    try {
      return await server.finish(code)
    } catch (error) {
      // The form was open for longer than a sign-in is valid. The user is signed in at Foyer, so the second attempt
      // needs no input.
      const isLate =
        error instanceof SignInError &&
        ['state-mismatch', 'transaction-expired', 'code-invalid'].includes(error.code)
      if (isAgain || !isLate) throw error
    }
  }
}

function codeOfForm(
  config: Config,
  codeChallenge: string,
  element: HTMLElement,
  signal?: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const address = addressOf(config, '/', { iframe: 'true', ...challenge(codeChallenge) })
    const timer = setTimeout(() => {
      end()
      reject(new SignInError('no-answer'))
    }, readyMs)
    const { frame, close } = openFrame(config, address, element, false, (message, { style }) => {
      clearTimeout(timer)
      if (message.type === 'foyer:resize') style.height = `${message.heightPx}px`
      if (message.type !== 'foyer:code' || message.code === null) return
      end()
      resolve(message.code)
    })
    frame.title = 'Sign in'
    Object.assign(frame.style, { width: '100%', border: '0', colorScheme: 'normal' })
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      close()
    }
    function onAbort(): void {
      end()
      resolve(null)
    }
    signal?.addEventListener('abort', onAbort)
  })
}
