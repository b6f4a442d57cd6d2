/** A page of a site that signs its users in with oidc-client-ts, as the library's manual shows. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accountsUrl } from '../test-installation.ts'

export const openIdPath = '/openid'
export const libraryPath = '/oidc-client-ts.js'
export const openIdClient = 'browser-app'
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
export const clientLogo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAYAAAByDd+UAAAAXklEQVR42u3WwQ0AIAgDQDZxMSdxeZ1AAUGqkSY+yb2EEt2a0mpfvTDIDdZCJtiKqVAvTIR6YywaCp7CpmgoKBngokITTDDB7b/47qb541pADjCkYkBKFKQmwoqwdwZkCKDtP5FobAAAAABJRU5ErkJggg=='

/** The library's build for browsers. */
export function library(): Buffer {
  return readFileSync(
    fileURLToPath(new URL('../browser/oidc-client-ts.js', import.meta.resolve('oidc-client-ts'))),
  )
}

export const openIdPage = `<!doctype html><html lang="en"><title>Site with OpenID Connect</title>
<h1>Site with OpenID Connect</h1>
<p role="status">Signed out</p>
<button type="button" id="redirect">Sign in</button>
<button type="button" id="popup">Sign in in a popup</button>
<button type="button" id="renew">Renew</button>
<button type="button" id="ask">Who is signed in?</button>
<button type="button" id="out">Sign out</button>
<script src="${libraryPath}"></script>
<script>
  const here = location.origin + '${openIdPath}'
  const manager = new oidc.UserManager({
    authority: '${accountsUrl}', client_id: '${openIdClient}', response_type: 'code',
    scope: 'openid profile email offline_access',
    redirect_uri: here, popup_redirect_uri: here, post_logout_redirect_uri: here,
  })
  const status = document.querySelector('[role=status]')
  const say = (user) => { status.textContent = user ? 'Hello ' + user.profile.name : 'Signed out' }
  const fail = (error) => { status.textContent = 'Failed: ' + error.message }
  const on = (id, act) => { document.getElementById(id).onclick = () => act().catch(fail) }
  on('redirect', () => manager.signinRedirect())
  on('popup', () => manager.signinPopup().then(say))
  on('renew', () => manager.signinSilent().then((user) => { status.textContent = 'Renewed for ' + user.profile.name }))
  // Without a refresh token the library asks in a hidden frame, with prompt=none.
  const asking = new oidc.UserManager({
    authority: '${accountsUrl}', client_id: '${openIdClient}', response_type: 'code', scope: 'openid profile',
    redirect_uri: here, userStore: new oidc.WebStorageStateStore({ store: sessionStorage, prefix: 'asking.' }),
  })
  on('ask', () => asking.signinSilent().then((user) => { status.textContent = 'Found ' + user.profile.name }))
  on('out', () => manager.signoutRedirect())
  const isAnswer = new URLSearchParams(location.search).has('state')
  if (isAnswer) manager.signinCallback().then((user) => { history.replaceState(null, '', here); say(user) }, fail)
  else manager.getUser().then(say, fail)
</script></html>`
