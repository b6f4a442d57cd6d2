/** Makes pages with one sentence and a link. */
import type { Problem } from '@foyer/sdk/site'
import { html } from './html.ts'
import { signOutForm } from './page.ts'
import type { Page } from './site-requests.ts'

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

/** Makes the page for a sign-in or sign-out that the SDK could not finish. */
export function problemPage({ kind, href, code }: Problem): Page {
  switch (kind) {
    case 'cookies-blocked':
      return sentencePage(
        'Please allow cookies',
        'Signing in needs one cookie, and your browser blocks it. Allow cookies for this site, then try again.',
        { href, label: 'Try again' },
      )
    case 'not-finished':
      return sentencePage(
        'That sign-in did not finish',
        'It took too long, or it was started in another window. Your account is fine. Please sign in again.',
        { href, label: 'Sign in again' },
      )
    case 'one-factor':
      return sentencePage(
        'This page needs a second step',
        'You’re signed in, but without a second step. Give it, and the page opens.',
        { href, label: 'Try again' },
      )
    case 'unavailable':
      return foyerUnavailablePage(href)
    case 'signed-out-here':
      return {
        title: 'You are signed out here',
        content: html`<h1>You are signed out here</h1><p class="lead">Foyer didn’t answer, so you may still be signed in there. If you share this computer, please try again.</p>${signOutForm('Try again', 'button')}`,
      }
    case 'refused':
      return sentencePage(
        'You’re still signed in',
        'You can sign out only on one of our own pages. You’re still signed in.',
        { href, label: 'Go home' },
      )
    case 'failed':
      return sentencePage(
        'That didn’t work',
        code
          ? `This site and its sign-in service don’t work together right now (${code}). Please try again later.`
          : 'Something went wrong on our side. Please try again.',
        { href, label: 'Go home' },
      )
  }
}
