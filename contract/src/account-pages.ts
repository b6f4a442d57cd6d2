/** The rows of the table of pages that only signed-in users see: the account area and the doors. */
import type { PageRow, RenderedRow } from './page-row.ts'

/** Most pages send the ID token: a session starts, stays or ends there. */
export const react = { type: 'plain', kind: 'react', syncsTokens: true } as const

/** Pages of a signed-in user, with the sections of the account area. */
const own = {
  ...react,
  hasNavigation: true,
  social: 'next',
  isOwn: true,
  sheet: 'account/account.css',
} as const satisfies Partial<RenderedRow>

export const accountPages = {
  account: {
    ...own,
    paths: { main: '/account' },
    module: 'account/account-page.tsx',
    component: 'AccountPage',
    title: 'Your account',
    section: { label: 'Overview' },
  },
  /** The work of its users, so it stands before their own account. */
  'account-verification': {
    ...own,
    paths: { main: '/account/verification' },
    areas: ['svp'],
    module: 'account/verification/verification-page.tsx',
    component: 'VerificationPage',
    title: 'Schools to check',
    section: { label: 'Schools to check' },
  },
  /** Each part of the profile has an address of its own (addresses.ts). */
  'account-profile': {
    ...own,
    paths: { main: '/account/profile' },
    areas: ['main'],
    module: 'account/profile/profile-page.tsx',
    component: 'ProfilePage',
    title: 'Your profile',
    section: { label: 'Profile' },
  },
  'account-public-profile': {
    ...own,
    paths: { main: '/account/public-profile' },
    areas: ['main'],
    module: 'account/public-profile/public-profile-page.tsx',
    component: 'PublicProfilePage',
    title: 'Public profile',
    section: { label: 'Public profile' },
  },
  'account-skill-portfolio': {
    ...own,
    paths: { main: '/account/skill-portfolio' },
    areas: ['main'],
    module: 'account/skill-portfolio/skill-portfolio-page.tsx',
    component: 'SkillPortfolioPage',
    title: 'Skill portfolio',
    section: { label: 'Skill portfolio' },
  },
  'account-school': {
    ...own,
    paths: { main: '/account/school' },
    areas: ['school'],
    module: 'account/school/school-page.tsx',
    component: 'SchoolPage',
    title: 'Your school',
    section: { label: 'School' },
  },
  'account-contacts': {
    ...own,
    paths: { main: '/account/contacts' },
    module: 'account/contacts/contacts-page.tsx',
    component: 'ContactsPage',
    title: 'Emails and phones',
    section: { label: 'Emails and phones' },
  },
  'account-security': {
    ...own,
    paths: { main: '/account/security' },
    module: 'account/security/security-page.tsx',
    component: 'SecurityPage',
    title: 'Security',
    section: { label: 'Security' },
  },
  'account-notifications': {
    ...own,
    paths: { main: '/account/notifications' },
    module: 'account/notifications/notifications-page.tsx',
    component: 'NotificationsPage',
    title: 'Notifications',
    section: { label: 'Notifications' },
  },
  'account-privacy': {
    ...own,
    paths: { main: '/account/privacy' },
    module: 'account/privacy/privacy-page.tsx',
    component: 'PrivacyPage',
    title: 'Privacy',
    section: { label: 'Privacy' },
  },
  doors: {
    ...own,
    paths: { main: '/doors' },
    module: 'doors/doors-page.tsx',
    component: 'DoorsPage',
    title: 'Where to?',
  },
} as const satisfies Record<string, PageRow>
