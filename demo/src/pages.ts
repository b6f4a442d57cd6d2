/** Holds the content of the pages. */
import type { User } from '@foyer/sdk/session'
import type { Claims } from '@foyer/sdk/verify'
import { type Html, html } from './html.ts'
import { markOf, type Page, signOutForm } from './page.ts'
import type { Site } from './sites.ts'

export function welcomePage(site: Site): Page {
  return {
    title: site.name,
    content: html`<div class="hero">
<h1>${site.tagline}</h1>
<p class="lead">${site.name} is a small platform that shows how Foyer works, the sign-in that all our platforms share. It never sees your password: it sends you to Foyer and gets a one-time code back.</p>
<p><a class="button big" href="/sign-in">Sign in</a></p>
</div>
<h2 class="cards-title">How signing in works</h2>
<ol class="cards steps">
${[
  ['You go to Foyer', 'Foyer asks for your password. No other site sees it.'],
  ['You come back', 'Your browser brings a code that works once, for one minute.'],
  ['You’re signed in', 'Our server swaps the code for a session, and you can start reading.'],
].map(([title = '', text = '']) => html`<li class="card"><h3>${title}</h3><p>${text}</p></li>`)}
</ol>`,
  }
}

export function homePage(site: Site, user: User, claims: Claims): Page {
  const end = new Date(claims.exp * 1_000)
  return {
    title: 'Home',
    path: '/',
    user,
    content: html`<h1>You are signed in as ${user.fullName || user.email || 'a user without a name'}</h1>
<p class="came-from">${markOf(site, 24)}<span>You came from <strong>Foyer · ${site.brand}</strong>, and our server checked your sign-in.</span></p>
<dl class="card">
<dt>Email</dt><dd>${emailText(user)}</dd>
<dt>Platform</dt><dd>${claims.platform}</dd>
<dt>Access token</dt><dd>valid until <time datetime="${end.toISOString()}">${end.toISOString().slice(11, 19)} UTC</time>, then renewed automatically</dd>
</dl>`,
  }
}

/** The start page of the external site: it stands in for a service that is none of the platforms. */
export function lobbyPage(site: Site): Page {
  return {
    title: site.name,
    content: html`<div class="hero">
<h1>${site.tagline}</h1>
<p class="lead">This page stands in for Zoom, a site outside the family. Foyer sends you here with a one-time code that only this site can use, at this one address.</p>
<p><a class="button big" href="/sign-in">Join the class</a></p>
</div>`,
  }
}

/** The page of a user in the meeting. */
export function meetingPage(user: User, claims: Claims): Page {
  return {
    title: 'Class',
    path: '/',
    user,
    content: html`<h1>You are in the class as ${user.fullName || user.email || 'a user without a name'}</h1>
<p class="lead">Your code was exchanged for a session of this site. It ends when you sign out of Foyer.</p>
<dl class="card">
<dt>Email</dt><dd>${emailText(user)}</dd>
<dt>You came from</dt><dd>${claims.platform}</dd>
<dt>Access token for</dt><dd>${claims.aud}, no platform accepts it</dd>
</dl>`,
  }
}

/** Platforms may show an unverified address, but must never find an account by it. */
function emailText({ email, isEmailVerified }: User): string {
  if (email === null) return 'none'
  return isEmailVerified ? email : `${email} (not verified)`
}

const courses = [
  ['How bridges stand', 60],
  ['Reading a balance sheet', 25],
  ['Bird song for beginners', 100],
] as const

type MemberPage = (user: User) => Page

const memberPages: Record<string, MemberPage> = {
  '/library': (user) =>
    member('My library', '/library', user, 'The courses you have started.', [
      html`<ul class="cards">${courses.map(
        ([title, percent]) =>
          html`<li class="card"><h2>${title}</h2><p>${percent} % done</p><progress max="100" value="${percent}" aria-label="${title}"></progress></li>`,
      )}</ul>`,
    ]),
  '/orders': (user) =>
    member('Orders', '/orders', user, 'What you have bought here.', [
      html`<dl class="card"><dt>12 March</dt><dd>Reading a balance sheet</dd><dt>2 February</dt><dd>How bridges stand</dd></dl>`,
    ]),
  '/settings': (user) =>
    member('Settings', '/settings', user, 'Your choices for this platform.', [
      html`<dl class="card"><dt>Reminders</dt><dd>Sunday evening</dd><dt>Captions</dt><dd>On</dd></dl>`,
    ]),
  '/profile': (user) =>
    member('Profile', '/profile', user, 'The details that Foyer sends us about you.', [
      html`<dl class="card"><dt>Name</dt><dd>${user.fullName || 'none'}</dd><dt>Email</dt><dd>${emailText(user)}</dd><dt>Id</dt><dd>${user.uuid}</dd></dl>`,
    ]),
  '/skill-profile': (user) =>
    member('Skill profile', '/skill-profile', user, 'What your courses say you can do.', [
      html`<ul class="cards">${['Statics', 'Accounting', 'Listening'].map(
        (skill) => html`<li class="card"><h2>${skill}</h2><p>From a course you took</p></li>`,
      )}</ul>`,
    ]),
}

/** The pages that every platform has; the others are about courses. */
const commonPages = ['/profile', '/settings']

/** Returns the page of a path that needs a session; `/profile` also covers all paths below it but the skill profiles. */
export function memberPageOf(pathname: string, { external, isForLearners }: Site): MemberPage | null {
  const path = pathname.replace(
    /^\/profile\/(skill-profile(?=\/))?.*/,
    (_, skill) => `/${skill ?? 'profile'}`,
  )
  const isThere = Object.hasOwn(memberPages, path) && (isForLearners || commonPages.includes(path))
  return isThere && !external ? (memberPages[path] ?? null) : null
}

function member(title: string, path: string, user: User, lead: string, content: Html[]): Page {
  return { title, path, user, content: html`<h1>${title}</h1><p class="lead">${lead}</p>${content}` }
}

const legalPages: Record<string, [title: string, lead: string]> = {
  '/terms': ['Terms of Use', 'Be kind, be honest, and keep your password to yourself.'],
  '/privacy': [
    'Privacy Policy',
    'This demo keeps your name and email in memory until it stops, and doesn’t share them.',
  ],
  '/eula': ['End User Licence Agreement', 'You may use this demo to learn how Foyer works.'],
}

/** Returns a legal page that Foyer's sign-in pages link to. */
export function legalPageOf(pathname: string): Page | null {
  const [title, lead] = (Object.hasOwn(legalPages, pathname) && legalPages[pathname]) || []
  return title && lead ? sentencePage(title, lead, { href: '/', label: 'Go to the start page' }) : null
}

/** Makes a page with one sentence and a link. */
export function sentencePage(title: string, sentence: string, next: { href: string; label: string }): Page {
  return {
    title,
    content: html`<h1>${title}</h1><p class="lead">${sentence}</p><a class="button" href="${next.href}">${next.label}</a>`,
  }
}

export function foyerUnavailablePage(retryHref: string): Page {
  return sentencePage(
    'Sign-in is taking a break',
    'Foyer, our sign-in service, didn’t answer. Nothing is lost. Please try again in a moment.',
    { href: retryHref, label: 'Try again' },
  )
}

export function halfSignedOutPage(): Page {
  return {
    title: 'You are signed out here',
    content: html`<h1>You are signed out here</h1><p class="lead">Foyer didn’t answer, so you may still be signed in there. If you share this computer, please try again.</p>${signOutForm('Try again', 'button')}`,
  }
}
