/** Holds the start pages: of a signed-out user, and of a signed-in one with what the site received. */
import type { User } from '@foyer/sdk/session'
import type { SiteSession } from '@foyer/sdk/site'
import type { Claims } from '@foyer/sdk/verify'
import { type Html, html } from './html.ts'
import { markOf } from './page.ts'
import type { SignInRecord } from './records.ts'
import { methodsInWords, stepsOf, waysInWords } from './sign-in-texts.ts'
import type { Page, Running } from './site-requests.ts'
import { basePath, type Site } from './sites.ts'

export function welcomePage(site: Site, signIn: SignInRecord | null): Page {
  return {
    title: site.name,
    content: html`<div class="hero">
${logoutNotice(signIn)}
<h1>${site.tagline}</h1>
<p class="lead">${site.name} is a small platform that shows how Foyer works, the sign-in that all our platforms share. It never sees your password: it gets a one-time code from Foyer.</p>
${signInPart(site)}
</div>
<h2 class="cards-title">How signing in works here</h2>
<ol class="cards steps">
${stepsOf(site).map(([title, text]) => html`<li class="card"><h3>${title}</h3><p>${text}</p></li>`)}
</ol>`,
  }
}

/** Without a script the link signs in by redirect at every site; page-script.browser.js gives it the site's own way. */
function signInPart({ way }: Site): Html {
  const link = html`<a class="button big" id="sign-in" href="${basePath}/sign-in">Sign in</a>`
  return html`<div id="form" class="${way === 'frame' ? 'form-frame' : 'actions'}">${link}</div>
<p id="progress" class="progress" role="status"></p>`
}

/** Says that Foyer has ended the session of this browser: the user signed out somewhere else. */
function logoutNotice(signIn: SignInRecord | null): Html {
  const at = signIn?.loggedOutAt
  if (!at) return html``
  return html`<p class="notice"><strong>You were signed out elsewhere.</strong> Foyer told our server at ${timeOf(at)} (back-channel logout), so your session here has ended, too.</p>`
}

export function homePage(running: Running, { user, claims }: SiteSession, signIn: SignInRecord | null): Page {
  const { site } = running
  return {
    title: 'Home',
    path: '/',
    user,
    content: html`<h1>You are signed in as ${nameOf(user)}</h1>
<p class="came-from">${markOf(site, 24)}<span>You came from <strong>Foyer · ${site.brand}</strong>, and our server checked your sign-in.</span></p>
${site.isSister ? carryPart(running, user) : html``}
<dl class="card">
<dt>How</dt><dd>${waysInWords[signIn?.way ?? 'redirect']}</dd>
<dt>Authenticated</dt><dd>by ${methodsInWords(claims.amr)}, ${timeOf(claims.auth_time * 1_000)}</dd>
<dt>Email</dt><dd>${emailText(user)}</dd>
<dt>Platform</dt><dd>${claims.platform}</dd>
<dt>Access token</dt><dd>valid until ${timeOf(claims.exp * 1_000)}, then renewed automatically</dd>
</dl>
${receivedPart(claims, signIn)}`,
  }
}

/** The sister site carries the sign-in to Foyer, and leads on to the platform's first site. */
function carryPart({ origins }: Running, user: User): Html {
  const [first, origin] = [...origins].find(([{ isForLearners }]) => isForLearners) ?? []
  if (!first || !origin) return html``
  return html`<div class="card carry">
<h2>Go on to ${first.name}</h2>
<p>It belongs to the same platform. This site hands your sign-in to Foyer, so you type nothing there.</p>
<p class="actions"><a class="button" id="carry" href="${origin}${basePath}/sign-in" data-arrival="${origin}/from-sister">Continue to ${first.name} as ${user.firstName || nameOf(user)}</a></p>
<p id="progress" class="progress" role="status"></p>
<div id="form" class="carry-frame"></div>
</div>`
}

function receivedPart(claims: Claims, signIn: SignInRecord | null): Html {
  const rows = Object.entries(claims).map(
    ([name, value]) => html`<dt><code>${name}</code></dt><dd><code>${String(value)}</code></dd>`,
  )
  const since = signIn ? html` since ${timeOf(signIn.arrivedAt)}` : html``
  return html`<h2 class="part-title">What this site received</h2>
<details class="card"><summary>The ${rows.length} claims of the access token</summary><dl class="claims">${rows}</dl></details>
<p class="card">No back-channel logout${since}. Sign out at another site of this platform, or at Foyer, and come back to this page.</p>`
}

/** The start page of the external site: it stands in for a service that is none of the platforms. */
export function lobbyPage(site: Site): Page {
  return {
    title: site.name,
    content: html`<div class="hero">
<h1>${site.tagline}</h1>
<p class="lead">This page stands in for Zoom, a site outside the family. Foyer sends you here with a one-time code that only this site can use, at this one address.</p>
<p><a class="button big" href="${basePath}/sign-in">Join the class</a></p>
</div>`,
  }
}

/** The page of a user in the meeting. */
export function meetingPage({ user, claims }: SiteSession): Page {
  return {
    title: 'Class',
    path: '/',
    user,
    content: html`<h1>You are in the class as ${nameOf(user)}</h1>
<p class="lead">Your code was exchanged for a session of this site. It ends when you sign out of Foyer.</p>
<dl class="card">
<dt>Email</dt><dd>${emailText(user)}</dd>
<dt>You came from</dt><dd>${claims.platform}</dd>
<dt>Authenticated</dt><dd>by ${methodsInWords(claims.amr)}, ${timeOf(claims.auth_time * 1_000)}</dd>
<dt>Access token for</dt><dd>${claims.aud}, no platform accepts it</dd>
</dl>`,
  }
}

function nameOf({ fullName, email }: User): string {
  return fullName || email || 'a user without a name'
}

/** Platforms may show an unverified address, but must never find an account by it. */
export function emailText({ email, isEmailVerified }: User): string {
  if (email === null) return 'none'
  return isEmailVerified ? email : `${email} (not verified)`
}

/** Names the day, too, unless it is today. */
function timeOf(milliseconds: number): Html {
  const iso = new Date(milliseconds).toISOString()
  const isToday = iso.slice(0, 10) === new Date().toISOString().slice(0, 10)
  return html`<time datetime="${iso}">${isToday ? '' : `${iso.slice(0, 10)}, `}${iso.slice(11, 19)} UTC</time>`
}
