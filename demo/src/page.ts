/** Renders the frame of every page: head, navigation, content and footer. */
import type { User } from '@foyer/sdk/session'
import { type Html, html } from './html.ts'
import type { Page, Running } from './site-requests.ts'
import { basePath, type Site } from './sites.ts'
import { styleOf } from './style.ts'

const navigation: { path: string; label: string; isForLearners?: true; isMarks?: true }[] = [
  { path: '/', label: 'Home' },
  { path: '/library', label: 'My library', isForLearners: true },
  { path: '/skill-profile', label: 'Skill profile', isForLearners: true },
  { path: '/orders', label: 'Orders', isForLearners: true },
  { path: '/marks', label: 'Marks', isMarks: true },
  { path: '/profile', label: 'Profile' },
  { path: '/settings', label: 'Settings' },
]

/** Renders a whole page. It works without its script, which adds the site's own way to sign in. */
export function renderPage(running: Running, { title, path, user, content }: Page): string {
  const { site } = running
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === site.name ? title : `${title} · ${site.name}`}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(iconOf(site))}">
`.text
  const body = html`</head>
<body data-accounts-url="${running.accountsUrl}" data-platform="${site.platform}" data-key="${site.key}" data-way="${site.way}" data-silent="${site.isSilent ? 'yes' : 'no'}" data-signed-in="${user ? 'yes' : 'no'}">
<a class="skip-link" href="#main">Skip to content</a>
<header>
<a class="brand" href="/">${markOf(site, 28)}${site.name}</a>
${user ? menu(running, user, path) : html``}
</header>
<main id="main" tabindex="-1">
${content}
</main>
<footer><div>
<p>A demonstration platform. What it shows is made up. Signing in is real and done by Foyer.</p>
<details><summary>All demo sites</summary>${siteList(running)}</details>
</div></footer>
${site.external ? html`` : html`<script type="module" src="/page.js"></script>`}
</body>
</html>
`.text
  // The style is inserted unescaped: escaping would change it, and its hash would no longer match.
  return `${whole}<style>${styleOf(site)}</style>\n${body}`
}

/** Leads to the pages of the site, and to the user's account at Foyer. */
function menu({ site, accountsUrl }: Running, user: User, path: string | undefined): Html {
  if (site.external) return signOutForm('Leave', 'button quiet')
  const own = navigation.filter(
    ({ isForLearners, isMarks }) => (!isForLearners || site.isForLearners) && (!isMarks || site.hasMarks),
  )
  const items = own.map(({ path: href, label }) =>
    href === path
      ? html`<li><a href="${href}" aria-current="page">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`,
  )
  return html`<nav aria-label="Main"><ul>${items}</ul></nav>
<div class="person"><span class="initial" aria-hidden="true">${[...nameOf(user)][0] ?? ''}</span>
<div><p><span class="visually-hidden">Signed in as </span>${nameOf(user)}</p>
<a href="${accountsUrl}/account?platform=${site.platform}">Your account</a>
<a href="${accountsUrl}/doors?platform=${site.platform}">Other platforms</a></div></div>
${switchForm}
${signOutForm('Sign out', 'button quiet')}`
}

export function nameOf({ fullName, email }: User): string {
  return fullName || email || 'a user without a name'
}

function siteList({ origins }: Running): Html {
  const rows = [...origins].map(
    ([{ name, external, platform }, origin]) =>
      html`<li><a href="${origin}/">${name}</a> <span>${external ? 'external site' : platform}</span></li>`,
  )
  return html`<ul class="site-list">${rows}</ul>`
}

/**
 * Signs the user out of this platform, after which Foyer offers the accounts of the browser. The query keeps the script,
 * which signs out without leaving the page, away from this form.
 */
const switchForm = html`<form method="post" action="${basePath}/sign-out?returnTo=%2F"><button class="button quiet">Switch account</button></form>`

/** Uses POST, so that no link or image on another site can sign a user out. */
export function signOutForm(label: string, className: string): Html {
  return html`<form method="post" action="${basePath}/sign-out"><button class="${className}">${label}</button></form>`
}

/** Draws the mark of the site's family. */
export function markOf({ family }: Site, size: number): Html {
  return html`<svg class="mark" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><path d="${family.mark}"/></svg>`
}

/** Draws the arches behind a start page: a large one and two beside it, on one floor. */
export function backdropOf({ family }: Site): Html {
  const arches = [
    'translate(96 40) scale(12)',
    'translate(-110 200) scale(6.670)',
    'translate(450 200) scale(6.670)',
  ]
  return html`<svg class="backdrop" viewBox="-110 0 790 402" aria-hidden="true">${arches.map(
    (transform) => html`<path d="${family.mark}" transform="${transform}"/>`,
  )}<path d="M-110 400h790v2h-790z"/></svg>`
}

function iconOf({ family: { colour, mark } }: Site): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{fill:${colour.light}}@media(prefers-color-scheme:dark){path{fill:${colour.dark}}}</style><path fill-rule="evenodd" d="${mark}"/></svg>`
}
