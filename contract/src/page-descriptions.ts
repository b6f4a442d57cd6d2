/**
 * The description of each page in its HTML, which only the renderer needs: browsers load the table of pages with the first
 * screen. In the texts, {platform} is the display name and {provider} the provider's name.
 */
import type { Family } from './families.ts'
import type { RenderedPageName } from './pages.ts'
import type { Platform } from './platforms.ts'

type PageDescription = {
  description: string
  /** Descriptions of families and platforms that differ; that of a platform wins. */
  familyDescriptions?: { readonly [F in Family]?: string }
  platformDescriptions?: { readonly [P in Platform]?: string }
}

export const pageDescriptions: Readonly<Record<RenderedPageName, PageDescription>> = {
  'sign-in': {
    description: 'Sign in to {platform} with your {provider} account.',
    familyDescriptions: {
      school: 'Schools sign in here to find, compare and hire verified teachers with {provider}.',
      partner: 'Olympiad partners sign in here to register and follow their students with {provider}.',
      centre: 'Heads and admins of centres sign in to {platform} with their {provider} account.',
      internal: 'Staff of {provider} sign in to {platform} here.',
    },
    platformDescriptions: {
      student: 'Sign in to your courses, library and profile with your {provider} account.',
      svp: 'School verification officers sign in here with their {provider} account.',
    },
  },
  'popup-sso': {
    description: 'Sign in to {platform} with your {provider} account, in a window of its own.',
  },
  'sign-in-frame': {
    description: 'Sign in to {platform} with your {provider} account, on a page of {platform}.',
  },
  'sign-up': {
    description: 'Create a free {provider} account for {platform} in three steps.',
  },
  'school-sign-up': {
    description: 'Create your school’s {provider} account to find, compare and hire verified teachers.',
  },
  logout: {
    description: 'You are being signed out of {platform}.',
  },
  'logout-everywhere': {
    description: 'Sign out of {platform} and all other platforms of {provider} in this browser.',
  },
  account: {
    description: 'The {provider} account you use for {platform}.',
  },
  'account-profile': {
    description: 'The profile of your {provider} account, which {platform} shows to others.',
  },
  'account-public-profile': {
    description: 'Who can see your profile at {provider}, at which address, and what they see.',
  },
  'account-skill-portfolio': {
    description:
      'Your skills and the work that shows them, with what platforms of {provider} handed in for you.',
  },
  'account-contacts': {
    description: 'The email addresses and phone numbers of your {provider} account for {platform}.',
  },
  'account-notifications': {
    description: 'What your platforms of {provider} have told you.',
  },
  'account-privacy': {
    description: 'What you have agreed to, and the time zone of your {provider} account.',
  },
  'account-security': {
    description: 'The password, the sessions and the sign-ins of your {provider} account for {platform}.',
  },
  'account-school': {
    description: 'The details of your school, and the people who have access to it.',
  },
  'account-verification': {
    description: 'The schools that {provider} has to check, for {platform}.',
  },
  doors: {
    description: 'Go to any platform of your {provider} account.',
  },
  help: {
    description: 'Get help with your {provider} account for {platform}.',
  },
  'forgot-password': {
    description: 'Get a link to choose a new password for {platform}.',
    familyDescriptions: {
      school: 'Schools get a link here to choose a new password for {platform}.',
      partner: 'Olympiad partners get a link here to choose a new password.',
    },
  },
  'reset-password': {
    description: 'Choose a new password for your {provider} account and go on to {platform}.',
  },
  'create-password': {
    description: 'Create the password of your {provider} account and go on to {platform}.',
  },
  'beta-password': {
    description: 'Join the closed beta: create the password of your {provider} account.',
  },
  'revert-email': {
    description: 'Undo a change of the email address of your {provider} account.',
  },
  'auto-login': {
    description: 'A site of {provider} is signing you in to {platform}.',
  },
  'iframe-sso': {
    description: '{platform} opens this page of {provider} in the background.',
  },
  'social-return': {
    description: 'You are coming back to {provider} to sign in to {platform}.',
  },
  'zoom-auth': {
    description: 'Continue to Zoom with your {provider} account for {platform}.',
  },
  'error-test': {
    description: 'A page of {provider} that fails on purpose, to test error pages and reports.',
  },
  'invalid-url': {
    description: 'This link to {provider} cannot be used.',
  },
  'not-found': {
    description: 'This page of {provider} does not exist.',
  },
}
