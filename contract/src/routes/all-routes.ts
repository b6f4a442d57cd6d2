/** Lists every route, in the order of the API page. The browser imports its routes one by one, never this list. */

import { addBlock, listBlocks, removeBlock } from '../profile/block-list.ts'
import {
  addEmail,
  checkEmailRevert,
  deleteEmail,
  listEmails,
  putEmail,
  revertEmail,
  verifyEmail,
} from '../profile/emails.ts'
import { evidenceOperations } from '../profile/evidences.ts'
import { getProfile, getPublicProfile, putProfile } from '../profile/profile-routes.ts'
import { downloadResume } from '../profile/resume.ts'
import { sectionOperations } from '../profile/section-routes.ts'
import {
  getSkillPortfolio,
  getSkillProfile,
  getSkillVisibility,
  putSkillPortfolio,
  putSkillVisibility,
} from '../profile/skill-portfolio.ts'
import {
  addAttachment,
  addSubmission,
  getAttachment,
  getSubmission,
  listSubmissions,
} from '../profile/submissions.ts'
import {
  grantSchoolAccess,
  listReachableSchools,
  listSchoolUsers,
  revokeSchoolAccess,
} from '../schools/school-access.ts'
import { getSchoolLogo, putSchoolLogo, removeSchoolLogo } from '../schools/school-logos.ts'
import {
  changeSchool,
  createSchool,
  getOwnSchool,
  getSchool,
  listSchools,
  verifySchool,
} from '../schools/school-routes.ts'
import { identify, setAttribute, trackEvents } from './analytics.ts'
import { endPreviousSession, startAutoLogin } from './auto-login.ts'
import { getCaptchaChallenge } from './captcha.ts'
import { getFeatureToggles, getSignupTracking, putSignupTracking } from './documents.ts'
import { reportError } from './error-reports.ts'
import { createCode, exchangeCode } from './handover.ts'
import { createHelpRequest, getHelpCategories } from './help.ts'
import { createIdToken } from './id-token.ts'
import { listIdentities, removeIdentity } from './identities.ts'
import { getNotification, listNotifications, openNotification, postNotification } from './notifications.ts'
import { isLive, isReady, jwks, openapi } from './operations.ts'
import { sendOtp, verifyOtp } from './otp.ts'
import { putName } from './own-name.ts'
import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  forgotPassword,
  resetPassword,
} from './password-links.ts'
import { getOwnPicture, getPicture, putOwnPicture, removeOwnPicture } from './pictures.ts'
import {
  addCurriculum,
  addQualificationField,
  addTeachingLevel,
  addTeachingRole,
  listCountries,
  listCurrencies,
  listCurricula,
  listLanguages,
  listQualificationFields,
  listQualificationLevels,
  listStates,
  listSubjects,
  listTeachingLevels,
  listTeachingRoles,
} from './reference.ts'
import type { Route } from './route.ts'
import { addSchoolToAccount, signUpSchool } from './schools.ts'
import { endOneSession, listSessions, logout, refreshToken } from './sessions.ts'
import { changePassword, getOwnPassword, getSettings, putSettings } from './settings.ts'
import { findUser, login } from './sign-in.ts'
import { joinPlatform, signUp } from './sign-up.ts'
import { linkSocialAccount, signInWithSocial } from './social.ts'

/** The key is the operation id of the OpenAPI document: generators name functions after it, so it begins with a verb. */
export const operations: Readonly<Record<string, Route>> = {
  findUser,
  login,
  sendOtp,
  verifyOtp,
  signUp,
  joinPlatform,
  signUpSchool,
  addSchoolToAccount,
  getOwnSchool,
  listSchools,
  createSchool,
  getSchool,
  changeSchool,
  verifySchool,
  listReachableSchools,
  listSchoolUsers,
  grantSchoolAccess,
  revokeSchoolAccess,
  putSchoolLogo,
  removeSchoolLogo,
  getSchoolLogo,
  signInWithSocial,
  linkSocialAccount,
  listIdentities,
  removeIdentity,
  forgotPassword,
  checkResetLink,
  resetPassword,
  checkCreateLink,
  createPassword,
  checkBetaInvite,
  acceptBetaInvite,
  getCaptchaChallenge,
  refreshToken,
  logout,
  startAutoLogin,
  endPreviousSession,
  createIdToken,
  listSessions,
  endOneSession,
  changePassword,
  getOwnPassword,
  getSettings,
  putSettings,
  putName,
  listEmails,
  addEmail,
  verifyEmail,
  putEmail,
  deleteEmail,
  checkEmailRevert,
  revertEmail,
  getOwnPicture,
  putOwnPicture,
  removeOwnPicture,
  getPicture,
  getProfile,
  putProfile,
  getPublicProfile,
  ...sectionOperations,
  listBlocks,
  addBlock,
  removeBlock,
  getSkillPortfolio,
  putSkillPortfolio,
  getSkillVisibility,
  putSkillVisibility,
  getSkillProfile,
  listSubmissions,
  getSubmission,
  getAttachment,
  addSubmission,
  addAttachment,
  downloadResume,
  ...evidenceOperations,
  createCode,
  exchangeCode,
  getSignupTracking,
  putSignupTracking,
  getFeatureToggles,
  listCountries,
  listStates,
  listLanguages,
  listSubjects,
  listCurrencies,
  listQualificationLevels,
  listCurricula,
  addCurriculum,
  listTeachingLevels,
  addTeachingLevel,
  listTeachingRoles,
  addTeachingRole,
  listQualificationFields,
  addQualificationField,
  identify,
  setAttribute,
  trackEvents,
  reportError,
  getHelpCategories,
  createHelpRequest,
  listNotifications,
  getNotification,
  openNotification,
  postNotification,
  getJwks: jwks,
  getLiveness: isLive,
  getReadiness: isReady,
  getOpenapi: openapi,
}

export const allRoutes: readonly Route[] = Object.values(operations)
