/** Lists the sections of /docs in reading order. */
import type { ApiSection } from './describe-route.ts'
import { emailSections } from './email-sections.ts'
import { helpSections } from './help-sections.ts'
import { notificationSections } from './notification-sections.ts'
import { operationsSections } from './operations-sections.ts'
import { passwordSections } from './password-sections.ts'
import { evidenceApiSections } from './profile/evidence-sections.ts'
import { profileApiSections } from './profile/profile-sections.ts'
import { recordSections } from './record-sections.ts'
import { referenceSections } from './reference-sections.ts'
import { schoolSections } from './school-sections.ts'
import { sessionSections } from './session-sections.ts'
import { settingsSections } from './settings-sections.ts'
import { signInSections } from './sign-in-sections.ts'
import { signUpSections } from './sign-up-sections.ts'
import { skillPortfolioSections } from './skill-portfolio-sections.ts'
import { socialPageSections } from './social-page-sections.ts'
import { socialSections } from './social-sections.ts'

export const apiSections: readonly ApiSection[] = [
  ...signInSections,
  ...signUpSections,
  ...schoolSections,
  ...socialSections,
  ...socialPageSections,
  ...passwordSections,
  ...sessionSections,
  ...settingsSections,
  ...profileApiSections,
  ...emailSections,
  ...skillPortfolioSections,
  ...evidenceApiSections,
  ...recordSections,
  ...referenceSections,
  ...helpSections,
  ...notificationSections,
  ...operationsSections,
]
