/**
 * Signs users in without leaving the page: silently, in a popup or in a frame (docs/embedding.md). The server of the site
 * starts each sign-in and redeems its code, so no token reaches this script.
 *
 * @param {{accountsUrl: string, platform: string}} options Foyer's address and this platform's name
 */
export function embedFoyer({ accountsUrl, platform }) {
  const accounts = new URL(accountsUrl).origin

  /** Keeps a new code verifier in a cookie of this site, and returns the address of a page of Foyer with its challenge. */
  async function addressOf(page, more = {}) {
    const { code_challenge } = await post('/embedded/begin')
    const pkce = { code_challenge, code_challenge_method: 'S256' }
    const query = new URLSearchParams({ platform, origin: location.origin, ...pkce, ...more })
    return `${accounts}${page}?${query}`
  }

  /** Returns the user, or null for a code of null: nobody is signed in. */
  async function finish(code) {
    return code === null ? null : (await post('/embedded/finish', { code })).user
  }

  /** Waits for one message of Foyer from one window; rejects after `seconds`. `hear` gets the messages before it. */
  function nextMessage(type, sender, seconds, hear = () => {}) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => stop(() => reject(new Error('Foyer did not answer.'))), seconds * 1000)
      function receive({ origin, source, data }) {
        // Any window can post to this one: the origin, the window and the platform must be the expected ones.
        if (origin !== accounts || source !== sender() || data === null || typeof data !== 'object') return
        hear(data)
        if (data.type === type && data.platform === platform) stop(() => resolve(data))
      }
      function stop(settle) {
        clearTimeout(timer)
        removeEventListener('message', receive)
        settle()
      }
      addEventListener('message', receive)
    })
  }

  function frame(title) {
    const element = document.createElement('iframe')
    element.title = title
    // Without allow-same-origin the page has no storage; without allow-popups its links open nothing.
    element.sandbox =
      'allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation'
    return element
  }

  /** Returns the user who is signed in at Foyer; null without one, and on browsers that part the storage of frames. */
  async function silent() {
    const element = frame('Sign-in')
    element.hidden = true
    element.src = await addressOf('/iframe-sso')
    try {
      const answer = nextMessage('foyer:code', () => element.contentWindow, 10)
      document.body.append(element)
      return await finish((await answer).code)
    } catch {
      return null
    } finally {
      element.remove()
    }
  }

  /** Call it within a click, before anything else: browsers block a popup that opens later. */
  async function popup() {
    const opened = open('', 'foyer', 'popup,width=480,height=600')
    if (!opened) return location.assign('/sign-in')
    opened.location = await addressOf('/popup-sso', { 'redirect-url': `${location.origin}/` })
    return finish((await nextMessage('foyer:code', () => opened, 600)).code)
  }

  /** Shows the form in an element, as high as it needs to be. */
  async function embed(parent, page = '/') {
    const element = frame('Sign in')
    element.src = await addressOf(page, { iframe: 'true' })
    const answer = nextMessage(
      'foyer:code',
      () => element.contentWindow,
      600,
      ({ type, heightPx }) => {
        if (type === 'foyer:resize' && Number.isFinite(heightPx)) element.style.blockSize = `${heightPx}px`
      },
    )
    parent.append(element)
    try {
      return await finish((await answer).code)
    } finally {
      element.remove()
    }
  }

  return { silent, popup, embed }
}

async function post(path, body = {}) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  return response.json()
}
