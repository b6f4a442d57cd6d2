/** Lists every route that the files of this list export. The browser imports routes one by one, never this list. */
import * as blockList from '../profile/block-list.ts'
import * as emails from '../profile/emails.ts'
import { evidenceOperations } from '../profile/evidences.ts'
import * as phones from '../profile/phones.ts'
import * as profileRoutes from '../profile/profile-routes.ts'
import * as resume from '../profile/resume.ts'
import { sectionOperations } from '../profile/section-routes.ts'
import * as skillPortfolio from '../profile/skill-portfolio.ts'
import * as submissions from '../profile/submissions.ts'
import * as schoolAccess from '../schools/school-access.ts'
import * as schoolHistory from '../schools/school-history.ts'
import * as schoolLogos from '../schools/school-logos.ts'
import * as schoolPeople from '../schools/school-people.ts'
import * as schoolRoutes from '../schools/school-routes.ts'
import * as accountDeletion from './account-deletion.ts'
import * as analytics from './analytics.ts'
import * as apps from './apps.ts'
import * as autoLogin from './auto-login.ts'
import * as browserSessions from './browser-sessions.ts'
import * as captcha from './captcha.ts'
import * as dataExport from './data-export.ts'
import * as errorReports from './error-reports.ts'
import * as handover from './handover.ts'
import * as help from './help.ts'
import * as idToken from './id-token.ts'
import * as identities from './identities.ts'
import * as notificationPreferences from './notification-preferences.ts'
import * as notifications from './notifications.ts'
import * as operationRoutes from './operations.ts'
import * as otp from './otp.ts'
import * as ownName from './own-name.ts'
import * as passkeys from './passkeys.ts'
import * as passwordLinks from './password-links.ts'
import * as pictures from './pictures.ts'
import * as reference from './reference.ts'
import type { Route } from './route.ts'
import * as schoolSignUp from './school-sign-up.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as signIn from './sign-in.ts'
import * as signIns from './sign-ins.ts'
import * as signUp from './sign-up.ts'
import * as signupTracking from './signup-tracking.ts'
import * as social from './social.ts'
import * as stepUp from './step-up.ts'
import * as toggles from './toggles.ts'

const files: readonly object[] = [
  blockList,
  emails,
  phones,
  profileRoutes,
  resume,
  skillPortfolio,
  submissions,
  accountDeletion,
  analytics,
  autoLogin,
  browserSessions,
  captcha,
  dataExport,
  errorReports,
  handover,
  help,
  idToken,
  apps,
  identities,
  notificationPreferences,
  notifications,
  operationRoutes,
  otp,
  ownName,
  passkeys,
  passwordLinks,
  pictures,
  reference,
  schoolSignUp,
  secondFactor,
  sessions,
  settings,
  signIn,
  signIns,
  signUp,
  signupTracking,
  social,
  stepUp,
  toggles,
  schoolAccess,
  schoolLogos,
  schoolPeople,
  schoolHistory,
  schoolRoutes,
]

function isRoute(entry: [string, unknown]): entry is [string, Route] {
  const [, exported] = entry
  return typeof exported === 'object' && exported !== null && 'path' in exported && 'access' in exported
}

/**
 * Keys are the operation ids of the OpenAPI document. Generators name functions after them, so they begin with a verb.
 */
export const operations: Readonly<Record<string, Route>> = {
  ...Object.fromEntries(files.flatMap((exports) => Object.entries(exports)).filter(isRoute)),
  ...sectionOperations,
  ...evidenceOperations,
}

export const allRoutes: readonly Route[] = Object.values(operations)
