/** Lists what the features say in /docs, in reading order. */

import { analyticsDocs } from './analytics/analytics.docs.ts'
import { captchaDocs } from './captcha/captcha.docs.ts'
import type { ApiSection } from './describe-route.ts'
import { documentsDocs } from './documents/documents.docs.ts'
import { emailsDocs } from './emails/emails.docs.ts'
import { errorReportsDocs } from './error-reports/error-reports.docs.ts'
import { evidencesDocs } from './evidences/evidences.docs.ts'
import { handoverDocs } from './handover/handover.docs.ts'
import { helpDocs } from './help/help.docs.ts'
import { notificationsDocs } from './notifications/notifications.docs.ts'
import { operationsDocs } from './operations.docs.ts'
import { passwordLinksDocs } from './password-links/password-links.docs.ts'
import { picturesDocs } from './pictures/pictures.docs.ts'
import { profileDocs } from './profile/profile.docs.ts'
import { referenceDocs } from './reference/reference.docs.ts'
import { resumeDocs } from './resume/resume.docs.ts'
import { schoolRecordsDocs } from './schools/school-records.docs.ts'
import { schoolsDocs } from './schools/schools.docs.ts'
import { sessionsDocs } from './sessions/sessions.docs.ts'
import { settingsDocs } from './settings/settings.docs.ts'
import { signInDocs } from './sign-in/sign-in.docs.ts'
import { signUpDocs } from './sign-up/sign-up.docs.ts'
import { skillPortfolioDocs } from './skill-portfolio/skill-portfolio.docs.ts'
import { socialDocs } from './social/social.docs.ts'
import { socialPagesDocs } from './social/social-pages.docs.ts'

export const apiSections: readonly ApiSection[] = [
  ...signInDocs,
  ...captchaDocs,
  ...signUpDocs,
  ...schoolsDocs,
  ...schoolRecordsDocs,
  ...socialDocs,
  ...socialPagesDocs,
  ...passwordLinksDocs,
  ...sessionsDocs,
  ...handoverDocs,
  ...settingsDocs,
  ...picturesDocs,
  ...profileDocs,
  ...emailsDocs,
  ...skillPortfolioDocs,
  ...resumeDocs,
  ...evidencesDocs,
  ...documentsDocs,
  ...analyticsDocs,
  ...errorReportsDocs,
  ...referenceDocs,
  ...helpDocs,
  ...notificationsDocs,
  ...operationsDocs,
]
