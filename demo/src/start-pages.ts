/** Holds the start pages: of a signed-out user, and of a signed-in one. */
import type { User } from '@foyer/sdk/session'
import type { SiteSession } from '@foyer/sdk/site'
import type { Content } from './content.ts'
import { demoNote, figuresOf, partOf } from './content-parts.ts'
import { type Html, html } from './html.ts'
import { backdropOf, nameOf } from './page.ts'
import type { SignInRecord } from './records.ts'
import { emailText, signInDetails, timeOf } from './sign-in-details.ts'
import { methodsInWords, stepsOf } from './sign-in-texts.ts'
import type { Page, Running } from './site-requests.ts'
import { basePath, type Site } from './sites.ts'

export function welcomePage(site: Site, content: Content, signIn: SignInRecord | null): Page {
  return {
    title: site.name,
    content: html`${backdropOf(site)}
<div class="${site.way === 'frame' ? 'hero with-form' : 'hero'}">
<div>
${logoutNotice(signIn)}
<h1>${site.tagline}</h1>
<p class="lead">${content.pitch}</p>
</div>
${signInPart(site)}
</div>
${demoNote}
<ul class="cards">
${content.highlights.map(([title, text]) => html`<li class="card"><h2>${title}</h2><p>${text}</p></li>`)}
</ul>
<section class="part"><h2>How signing in works here</h2>
<p class="lead">${site.name} uses Foyer, the sign-in that all our platforms share. It never sees your password: it gets a code that works once.</p>
<ol class="cards steps">
${stepsOf(site).map(([title, text]) => html`<li class="card"><h3>${title}</h3><p>${text}</p></li>`)}
</ol></section>`,
  }
}

/**
 * Renders the sign-in link. Without JavaScript it signs in by redirect on every site; page-script.browser.js adds the
 * site's own way.
 */
function signInPart({ way }: Site): Html {
  const link = html`<a class="button big" id="sign-in" href="${basePath}/sign-in">Sign in</a>`
  return html`<div class="${way === 'frame' ? 'card form-card' : 'sign-in-part'}"><div id="form" class="${way === 'frame' ? 'form-frame' : 'actions'}">${link}</div>
<p id="progress" class="progress" role="status"></p></div>`
}

/** Tells the user that Foyer has ended this browser's session, because the user signed out elsewhere. */
function logoutNotice(signIn: SignInRecord | null): Html {
  const at = signIn?.loggedOutAt
  if (!at) return html``
  return html`<p class="notice"><strong>You were signed out elsewhere.</strong> Foyer told our server at ${timeOf(at)} (back-channel logout), so your session here has ended, too.</p>`
}

export function homePage(
  running: Running,
  content: Content,
  session: SiteSession,
  signIn: SignInRecord | null,
): Page {
  const { site } = running
  const { user } = session
  return {
    title: 'Home',
    path: '/',
    user,
    content: html`<div class="greeting">
${backdropOf(site)}
<h1>Welcome, ${nameOf(user)}</h1>
<p>${content.lead}</p>
${figuresOf(content)}
</div>
${demoNote}
${site.isSister ? carryPart(running, user) : html``}
${content.parts.map(partOf)}
${signInDetails(site, session, signIn)}`,
  }
}

/** Renders the sister site's button, which passes the sign-in to Foyer and opens the platform's first site. */
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

/** The start page of the external site: it stands in for a service that is none of the platforms. */
export function lobbyPage(site: Site): Page {
  return {
    title: site.name,
    content: html`${backdropOf(site)}
<div class="hero">
<h1>${site.tagline}</h1>
<p class="lead">This page stands in for Zoom, a site outside the family. Foyer sends you here with a one-time code that only this site can use, at this one address.</p>
<p><a class="button big" href="${basePath}/sign-in">Join the class</a></p>
</div>`,
  }
}

/** Renders the page of a user in the meeting. */
export function meetingPage({ user, claims }: SiteSession): Page {
  return {
    title: 'Class',
    path: '/',
    user,
    content: html`<h1>You are in the class as ${nameOf(user)}</h1>
<p class="lead">Your code was exchanged for a session of this site. It ends when you sign out of Foyer.</p>
<details class="card technical"><summary>How you signed in</summary>
<dl>
<dt>Email</dt><dd>${emailText(user)}</dd>
<dt>You came from</dt><dd>${claims.platform}</dd>
<dt>Authenticated</dt><dd>by ${methodsInWords(claims.amr)}, ${timeOf(claims.auth_time * 1_000)}</dd>
<dt>Access token for</dt><dd>${claims.aud}, no platform accepts it</dd>
</dl></details>`,
  }
}
