/** Defines the fictional pages of a platform, and the legal pages that Foyer links to. */
import type { User } from '@foyer/sdk/session'
import { courses } from './content.ts'
import { demoNote, partOf } from './content-parts.ts'
import { type Html, html } from './html.ts'
import { sentencePage } from './sentence-pages.ts'
import { emailText } from './sign-in-details.ts'
import type { Page } from './site-requests.ts'
import type { Site } from './sites.ts'

export type MemberPage = (user: User) => Page

const memberPages: Record<string, MemberPage> = {
  '/library': (user) =>
    member('My library', '/library', user, 'The courses you have started.', [
      partOf({ title: 'Courses', cards: courses }),
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

/** The page of the faculty that opens with two factors only, although its platform asks for one. */
const marksPage: MemberPage = (user) =>
  member('Marks', '/marks', user, 'Marks of your students. This page opens with a second step only.', [
    html`<dl class="card"><dt>Statics</dt><dd>24 papers to mark</dd><dt>Accounting</dt><dd>All marked</dd></dl>`,
  ])

/** Returns whether a page opens with two factors only (`requireAssurance` of the SDK). */
export function needsTwoFactors(pathname: string, { hasMarks }: Site): boolean {
  return hasMarks === true && pathname === '/marks'
}

/** The pages of every platform; the other pages are about courses. */
const commonPages = ['/profile', '/settings']

/**
 * Returns the page of a path that requires a session. `/profile` also covers all paths below it except the skill
 * profiles.
 */
export function memberPageOf(pathname: string, site: Site): MemberPage | null {
  if (needsTwoFactors(pathname, site)) return marksPage
  const { external, isForLearners } = site
  const path = pathname.replace(
    /^\/profile\/(skill-profile(?=\/))?.*/,
    (_, skill) => `/${skill ?? 'profile'}`,
  )
  const isThere = Object.hasOwn(memberPages, path) && (isForLearners || commonPages.includes(path))
  return isThere && !external ? (memberPages[path] ?? null) : null
}

function member(title: string, path: string, user: User, lead: string, content: Html[]): Page {
  return {
    title,
    path,
    user,
    content: html`${demoNote}<h1>${title}</h1><p class="lead">${lead}</p>${content}`,
  }
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
