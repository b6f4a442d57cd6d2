/** Shows what a site received about a sign-in: how the user came, and what Foyer's token says. */
import type { User } from '@foyer/sdk/session'
import type { SiteSession } from '@foyer/sdk/site'
import type { Claims } from '@foyer/sdk/verify'
import { type Html, html } from './html.ts'
import { markOf } from './page.ts'
import type { SignInRecord } from './records.ts'
import { methodsInWords, waysInWords } from './sign-in-texts.ts'
import type { Site } from './sites.ts'

/** Is closed at first: the platform comes first. */
export function signInDetails(site: Site, { user, claims }: SiteSession, signIn: SignInRecord | null): Html {
  return html`<details class="card technical"><summary>How you signed in</summary>
<p class="came-from">${markOf(site, 24)}<span>You came from <strong>Foyer · ${site.brand}</strong>, and our server checked your sign-in.</span></p>
<dl>
<dt>How</dt><dd>${waysInWords[signIn?.way ?? 'redirect']}</dd>
<dt>Authenticated</dt><dd>by ${methodsInWords(claims.amr)}, ${timeOf(claims.auth_time * 1_000)}</dd>
<dt>Email</dt><dd>${emailText(user)}</dd>
<dt>Platform</dt><dd>${claims.platform}</dd>
<dt>Access token</dt><dd>valid until ${timeOf(claims.exp * 1_000)}, then renewed automatically</dd>
</dl>
${claimsPart(claims)}
${logoutPart(signIn)}
</details>`
}

function claimsPart(claims: Claims): Html {
  const rows = Object.entries(claims).map(
    ([name, value]) => html`<dt><code>${name}</code></dt><dd><code>${String(value)}</code></dd>`,
  )
  return html`<details><summary>The ${rows.length} claims of the access token</summary><dl class="claims">${rows}</dl></details>`
}

function logoutPart(signIn: SignInRecord | null): Html {
  const since = signIn ? html` since ${timeOf(signIn.arrivedAt)}` : html``
  return html`<p>No back-channel logout${since}. Sign out at another site of this platform, or at Foyer, and come back to this page.</p>`
}

/** Platforms may show an unverified address, but must never find an account by it. */
export function emailText({ email, isEmailVerified }: User): string {
  if (email === null) return 'none'
  return isEmailVerified ? email : `${email} (not verified)`
}

/** Names the day, too, unless it is today. */
export function timeOf(milliseconds: number): Html {
  const iso = new Date(milliseconds).toISOString()
  const isToday = iso.slice(0, 10) === new Date().toISOString().slice(0, 10)
  return html`<time datetime="${iso}">${isToday ? '' : `${iso.slice(0, 10)}, `}${iso.slice(11, 19)} UTC</time>`
}
