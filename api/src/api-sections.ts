/** Lists the sections of /docs that the features provide, in reading order. */

import { accountDeletionDocs } from './features/account-deletion/account-deletion.docs.ts'
import { analyticsDocs } from './features/analytics/analytics.docs.ts'
import { browserSessionsDocs } from './features/browser-sessions/browser-sessions.docs.ts'
import { captchaDocs } from './features/captcha/captcha.docs.ts'
import { contactsDocs } from './features/contacts/contacts.docs.ts'
import { dataExportDocs } from './features/data-export/data-export.docs.ts'
import { errorReportsDocs } from './features/error-reports/error-reports.docs.ts'
import { evidencesDocs } from './features/evidences/evidences.docs.ts'
import { handoverDocs } from './features/handover/handover.docs.ts'
import { helpDocs } from './features/help/help.docs.ts'
import { notificationsDocs } from './features/notifications/notifications.docs.ts'
import { openIdDocs } from './features/openid/openid.docs.ts'
import { passkeysDocs } from './features/passkeys/passkeys.docs.ts'
import { passwordLinksDocs } from './features/password-links/password-links.docs.ts'
import { picturesDocs } from './features/pictures/pictures.docs.ts'
import { profileDocs } from './features/profile/profile.docs.ts'
import { referenceDocs } from './features/reference/reference.docs.ts'
import { resumeDocs } from './features/resume/resume.docs.ts'
import { schoolPeopleDocs } from './features/school-people/school-people.docs.ts'
import { schoolSignUpDocs } from './features/school-sign-up/school-sign-up.docs.ts'
import { schoolsDocs } from './features/schools/schools.docs.ts'
import { secondFactorDocs } from './features/second-factor/second-factor.docs.ts'
import { sessionsDocs } from './features/sessions/sessions.docs.ts'
import { settingsDocs } from './features/settings/settings.docs.ts'
import { signInDocs } from './features/sign-in/sign-in.docs.ts'
import { signUpDocs } from './features/sign-up/sign-up.docs.ts'
import { skillPortfolioDocs } from './features/skill-portfolio/skill-portfolio.docs.ts'
import { socialDocs } from './features/social/social.docs.ts'
import { socialPagesDocs } from './features/social/social-pages.docs.ts'
import { stepUpDocs } from './features/step-up/step-up.docs.ts'
import { togglesDocs } from './features/toggles/toggles.docs.ts'
import type { ApiSection } from './kernel/http/describe-route.ts'
import { operationsDocs } from './operations.docs.ts'

export const apiSections: readonly ApiSection[] = [
  ...signInDocs,
  ...passkeysDocs,
  ...secondFactorDocs,
  ...captchaDocs,
  ...signUpDocs,
  ...schoolSignUpDocs,
  ...schoolsDocs,
  ...schoolPeopleDocs,
  ...socialDocs,
  ...socialPagesDocs,
  ...passwordLinksDocs,
  ...sessionsDocs,
  ...browserSessionsDocs,
  ...handoverDocs,
  ...openIdDocs,
  ...settingsDocs,
  ...stepUpDocs,
  ...dataExportDocs,
  ...accountDeletionDocs,
  ...picturesDocs,
  ...profileDocs,
  ...contactsDocs,
  ...skillPortfolioDocs,
  ...resumeDocs,
  ...evidencesDocs,
  ...togglesDocs,
  ...analyticsDocs,
  ...errorReportsDocs,
  ...referenceDocs,
  ...helpDocs,
  ...notificationsDocs,
  ...operationsDocs,
]
