/** Renders the frame of every page: head, navigation, content and footer. */
import type { User } from '@foyer/sdk/session'
import { type Html, html } from './html.ts'
import type { Site } from './sites.ts'
import { styleOf } from './style.ts'

/** A page without its frame. */
export type Page = {
  title: string
  /** The path that the navigation marks as current. */
  path?: string
  /** A user adds the navigation and the sign-out button to the frame. */
  user?: User | null
  content: Html
}

const navigation = [
  { path: '/', label: 'Home' },
  { path: '/library', label: 'My library' },
  { path: '/skill-profile', label: 'Skill profile' },
  { path: '/orders', label: 'Orders' },
  { path: '/profile', label: 'Profile' },
  { path: '/settings', label: 'Settings' },
] as const

/** Renders a whole page. It needs no script, and its policy allows none. */
export function renderPage(site: Site, { title, path, user, content }: Page): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === site.name ? title : `${title} · ${site.name}`}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(iconOf(site))}">
`.text
  const body = html`</head>
<body>
<header>
<a class="mark" href="/">${lantern}${site.name}</a>
${user ? menu(path) : html``}
</header>
<main>
${content}
</main>
<footer>A demonstration platform. Its courses and orders are made up. Signing in is real and done by Foyer.</footer>
</body>
</html>
`.text
  // A style element holds raw text: escaping would change it, and its hash would no longer match.
  return `${whole}<style>${styleOf(site)}</style>\n${body}`
}

function menu(path: string | undefined): Html {
  const items = navigation.map(({ path: href, label }) =>
    href === path
      ? html`<li><a href="${href}" aria-current="page">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`,
  )
  return html`<nav aria-label="Main"><ul>${items}</ul></nav>
${signOutForm('Sign out', 'button quiet')}`
}

/** Uses POST, so that no link or image on another site can sign a user out. */
export function signOutForm(label: string, className: string): Html {
  return html`<form method="post" action="/sign-out"><button class="${className}">${label}</button></form>`
}

const lantern = html`<svg width="26" height="30" viewBox="0 0 26 30" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M9 5a4 4 0 0 1 8 0M6 9h14M7 9l-3 6v8a4 4 0 0 0 4 4h10a4 4 0 0 0 4-4v-8l-3-6M13 14c3 3 3 4.500 3 6a3 3 0 0 1-6 0c0-1.500 0-3 3-6"/></svg>`

function iconOf(site: Site): string {
  const { accent, onAccent } = site.colours.light
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><path d="M16 6c6 6 6 9 6 12a6 6 0 0 1-12 0c0-3 0-6 6-12" fill="${onAccent}"/></svg>`
}
