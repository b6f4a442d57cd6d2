/**
 * Lets a page sign in in its site's own way, with the browser part of the SDK. Without this script every link and form
 * works by redirect. The attributes of the body contain the site's data.
 */
import { createFoyer } from '/foyer/browser/browser.js'

const { accountsUrl, platform, key, way, silent, signedIn } = document.body.dataset
const foyer = createFoyer({ accountsUrl, platform })
const progress = document.getElementById('progress')
const link = document.getElementById('sign-in')
const sentences = {
  again: 'Sign-in did not finish. Please try again.',
  closed: 'The window was closed before you signed in.',
  cookies: 'Please allow cookies for this site, then try again.',
}

function say(sentence) {
  if (progress) progress.textContent = sentence
}

/** Stores how the next sign-in is made, so that the server can show it. */
function mark(value) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR.
  document.cookie = `demo-${key}-way=${value}; Path=/; Max-Age=600; SameSite=Lax`
}

/** Reloads to show the page of the session. A browser without cookies would reload forever, so the script stops. */
function showSession() {
  const last = Number(sessionStorage.getItem('shown-at'))
  sessionStorage.setItem('shown-at', String(Date.now()))
  if (Date.now() - last < 5_000) return say(sentences.cookies)
  location.reload()
}

async function begin() {
  foyer.handleReturn()
  if (signedIn === 'yes') return foyer.onLogout(() => location.reload())
  if (!link) return
  if (silent === 'yes' && (await findSession())) return
  if (way === 'frame') return embed()
}

async function findSession() {
  say('Asking Foyer whether you are signed in…')
  mark('silent')
  const user = await foyer.silent()
  say(user ? '' : 'You are not signed in at Foyer, or your browser keeps its frames apart from it.')
  if (user) showSession()
  return user
}

async function embed() {
  say('Loading the form…')
  link.hidden = true
  mark('frame')
  // The form has appeared. A frame's load event reaches its ancestors only in the capture phase.
  link.parentElement.addEventListener('load', () => say(''), { capture: true, once: true })
  try {
    const user = await foyer.embed(link.parentElement)
    if (user) showSession()
  } catch {
    link.hidden = false
    link.closest('.form-card').classList.add('form-failed')
    say('The form did not appear here. Please sign in on Foyer’s own page.')
  }
}

async function openPopup(event) {
  event.preventDefault()
  mark('popup')
  say('Please go on in the small window.')
  try {
    const user = await foyer.signIn({ mode: 'popup', returnTo: '/' })
    if (user) showSession()
    else say(sentences.closed)
  } catch {
    say(sentences.again)
  }
}

async function signOut(event) {
  const form = event.target
  event.preventDefault()
  const isConfirmed = await foyer.logout({ mode: 'frame' }).catch(() => false)
  // The form leads to Foyer's own logout page.
  if (isConfirmed) location.assign('/')
  else form.submit()
}

if (way === 'popup') link?.addEventListener('click', openPopup)
// A frame of Foyer has access to Foyer's storage only on the same site; elsewhere the form redirects to Foyer.
if (way !== 'redirect' && location.hostname === new URL(accountsUrl).hostname)
  document.querySelector('form[action="/foyer/sign-out"]')?.addEventListener('submit', signOut)
document.getElementById('carry')?.addEventListener('click', (event) => {
  event.preventDefault()
  carry(event.currentTarget)
})
begin()

/** Passes this site's tokens to Foyer's auto-login page in a frame, then opens the platform's first site. */
async function carry(button) {
  if (button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  say('Carrying your sign-in to Foyer…')
  const isSignedIn = await carryTokens().catch(() => false)
  if (isSignedIn) return location.assign(button.dataset.arrival)
  button.removeAttribute('aria-disabled')
  // The next click follows the link to the first site, which asks Foyer.
  button.replaceWith(button.cloneNode(true))
  say('That did not work. The button now leads there by Foyer’s own page.')
}

/** Longer than the auto-login page's own time limit, so that its answer arrives. */
const carryWithinMs = 12_000

function carryTokens() {
  const { origin } = new URL(accountsUrl)
  const frame = document.createElement('iframe')
  frame.title = 'Foyer'
  frame.src = `${accountsUrl}/iframe/auto-login?${new URLSearchParams({ origin: location.origin })}`
  const place = document.getElementById('form')
  const time = new AbortController()
  const done = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('late')), carryWithinMs)
    addEventListener(
      'message',
      ({ source, origin: from, data }) => {
        if (source !== frame.contentWindow || from !== origin) return
        if (data?.type === 'foyer:ready') postTokens(frame, origin).catch(reject)
        if (data?.type === 'foyer:auto-login-result') resolve(data.isSignedIn === true)
      },
      { signal: time.signal },
    )
  })
  place.append(frame)
  return done.finally(() => {
    time.abort()
    frame.remove()
  })
}

async function postTokens(frame, origin) {
  const response = await fetch('/carry', { method: 'POST', signal: AbortSignal.timeout(5_000) })
  if (!response.ok) throw new Error('no tokens')
  const { accessToken, refreshToken } = await response.json()
  frame.contentWindow.postMessage({ type: 'foyer:auto-login', accessToken, refreshToken }, origin)
}
