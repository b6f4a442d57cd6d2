/** Lists the description in the HTML of each page: of the platform, else of its family, else of every platform. */
import type { Platform } from '@foyer/contract/platforms'
import type { PageData } from '../platforms/page-context.ts'
import type { RenderedPageName } from '../platforms/rendered-pages.ts'

type Descriptions = Record<RenderedPageName, string>

const everywhere: Descriptions = {
  'sign-in': 'Sign in to {platform} with your {provider} account.',
  'popup-sso': 'Sign in to {platform} with your {provider} account, in a window of its own.',
  'sign-in-frame': 'Sign in to {platform} with your {provider} account, on a page of {platform}.',
  'sign-up': 'Create a free {provider} account for {platform} in three steps.',
  'school-sign-up': 'Create your school’s {provider} account to find, compare and hire verified teachers.',
  'forgot-password': 'Get a link to choose a new password for {platform}.',
  'reset-password': 'Choose a new password for your {provider} account and go on to {platform}.',
  'create-password': 'Create the password of your {provider} account and go on to {platform}.',
  'beta-password': 'Join the closed beta: create the password of your {provider} account.',
  'revert-email': 'Undo a change of the email address of your {provider} account.',
  account: 'The {provider} account you use for {platform}.',
  help: 'Get help with your {provider} account for {platform}.',
  'zoom-auth': 'Continue to Zoom with your {provider} account for {platform}.',
  logout: 'You are being signed out of {platform}.',
  'iframe-sso': '{platform} opens this page of {provider} in the background.',
  'auto-login': 'A site of {provider} is signing you in to {platform}.',
  'social-return': 'You are coming back to {provider} to sign in to {platform}.',
  'not-found': 'This page of {provider} does not exist.',
  'invalid-url': 'This link to {provider} cannot be used.',
  'error-test': 'A page of {provider} that fails on purpose, to test error pages and reports.',
}

const ofFamily: Partial<Record<PageData['brand']['family'], Partial<Descriptions>>> = {
  school: {
    'sign-in': 'Schools sign in here to find, compare and hire verified teachers with {provider}.',
    'forgot-password': 'Schools get a link here to choose a new password for {platform}.',
  },
  partner: {
    'sign-in': 'Olympiad partners sign in here to register and follow their students with {provider}.',
    'forgot-password': 'Olympiad partners get a link here to choose a new password.',
  },
  centre: { 'sign-in': 'Heads and admins of centres sign in to {platform} with their {provider} account.' },
  internal: { 'sign-in': 'Staff of {provider} sign in to {platform} here.' },
}

const ofPlatform: Partial<Record<Platform, Partial<Descriptions>>> = {
  student: { 'sign-in': 'Sign in to your courses, library and profile with your {provider} account.' },
  svp: { 'sign-in': 'School verification officers sign in here with their {provider} account.' },
}

export function descriptionOf(
  page: RenderedPageName,
  { platform, brand, site }: Pick<PageData, 'platform' | 'brand' | 'site'>,
): string {
  const text = ofPlatform[platform]?.[page] ?? ofFamily[brand.family]?.[page] ?? everywhere[page]
  return text.replaceAll('{platform}', brand.displayName).replaceAll('{provider}', site.provider)
}
