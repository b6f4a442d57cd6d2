/**
 * Lists every migration, oldest first. There are no down migrations. A migration that has run anywhere is not edited,
 * unless a later migration brings existing databases to the same schema.
 */
import type { Migration } from 'kysely/migration'
import * as foundation from './0001-0009/0001-foundation.ts'
import * as knownDevices from './0001-0009/0002-known-devices.ts'
import * as keyRotationAndHousekeeping from './0001-0009/0003-key-rotation-and-housekeeping.ts'
import * as oneTimeCodes from './0001-0009/0004-one-time-codes.ts'
import * as messageDelivery from './0001-0009/0005-message-delivery.ts'
import * as documentsAndAnalytics from './0001-0009/0006-documents-and-analytics.ts'
import * as signUpAndSettings from './0001-0009/0007-sign-up-and-settings.ts'
import * as forgottenPeople from './0001-0009/0008-forgotten-people.ts'
import * as demoAddresses from './0001-0009/0009-demo-addresses.ts'
import * as normalisedAddresses from './0010-normalised-addresses.ts'
import * as timeZones from './0011-time-zones.ts'
import * as schools from './0012-schools.ts'
import * as help from './0013-help.ts'
import * as errorReports from './0014-error-reports.ts'
import * as backChannel from './0015-back-channel.ts'
import * as pictures from './0016-pictures.ts'
import * as profiles from './0017-profiles.ts'
import * as evidences from './0018-evidences.ts'
import * as emailClaims from './0019-email-claims.ts'
import * as skillPortfolios from './0020-skill-portfolios.ts'
import * as schoolDetails from './0021-school-details.ts'
import * as referenceAndNotifications from './0022-reference-and-notifications.ts'
import * as roomForUpdates from './0023-room-for-updates.ts'
import * as redeemingCodes from './0024-redeeming-codes.ts'
import * as codeUpdates from './0026-code-updates.ts'
import * as auditMonths from './0027-audit-months.ts'
import * as lockoutTouches from './0028-lockout-touches.ts'
import * as indexesForManyUsers from './0029-indexes-for-many-users.ts'
import * as consentOff from './0035-consent-off.ts'
import * as namesOnOlderPostgres from './0036-names-on-older-postgres.ts'
import * as codesRedeemedInTypeScript from './0040-codes-redeemed-in-typescript.ts'
import * as namesOfTheCode from './0050-names-of-the-code.ts'
import * as browserSessions from './0051-browser-sessions.ts'
import * as phoneClaims from './0052-phone-claims.ts'
import * as accountDeletions from './0053-account-deletions.ts'
import * as dataExports from './0054-data-exports.ts'
import * as schoolCorrections from './0055-school-corrections.ts'
import * as schoolInvitations from './0056-school-invitations.ts'
import * as passkeys from './0060-passkeys.ts'
import * as schoolWaiting from './0061-school-waiting.ts'
import * as helpDeliveries from './0062-help-deliveries.ts'
import * as newSignIns from './0063-new-sign-ins.ts'
import * as notificationPreferences from './0070-notification-preferences.ts'
import * as schoolHistory from './0071-school-history.ts'
import * as secondFactors from './0072-second-factors.ts'
import * as openIdSessions from './0100-openid-sessions.ts'
import * as registeredClients from './0101-registered-clients.ts'
import * as appConsents from './0105-app-consents.ts'
import * as repeatedRefreshes from './0106-repeated-refreshes.ts'
import * as messageTraces from './0118-message-traces.ts'
import * as ownNotifications from './0119-own-notifications.ts'

export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-known-devices': knownDevices,
  '0003-key-rotation-and-housekeeping': keyRotationAndHousekeeping,
  '0004-one-time-codes': oneTimeCodes,
  '0005-message-delivery': messageDelivery,
  '0006-documents-and-analytics': documentsAndAnalytics,
  '0007-sign-up-and-settings': signUpAndSettings,
  '0008-forgotten-people': forgottenPeople,
  '0009-demo-addresses': demoAddresses,
  '0010-normalised-addresses': normalisedAddresses,
  '0011-time-zones': timeZones,
  '0012-schools': schools,
  '0013-help': help,
  '0014-error-reports': errorReports,
  '0015-back-channel': backChannel,
  '0016-pictures': pictures,
  '0017-profiles': profiles,
  '0018-evidences': evidences,
  '0019-email-claims': emailClaims,
  '0020-skill-portfolios': skillPortfolios,
  '0021-school-details': schoolDetails,
  '0022-reference-and-notifications': referenceAndNotifications,
  '0023-room-for-updates': roomForUpdates,
  '0024-redeeming-codes': redeemingCodes,
  '0026-code-updates': codeUpdates,
  '0027-audit-months': auditMonths,
  '0028-lockout-touches': lockoutTouches,
  '0029-indexes-for-many-users': indexesForManyUsers,
  '0035-consent-off': consentOff,
  '0036-names-on-older-postgres': namesOnOlderPostgres,
  '0040-codes-redeemed-in-typescript': codesRedeemedInTypeScript,
  '0050-names-of-the-code': namesOfTheCode,
  '0051-browser-sessions': browserSessions,
  '0052-phone-claims': phoneClaims,
  '0053-account-deletions': accountDeletions,
  '0054-data-exports': dataExports,
  '0055-school-corrections': schoolCorrections,
  '0056-school-invitations': schoolInvitations,
  '0060-passkeys': passkeys,
  '0061-school-waiting': schoolWaiting,
  '0062-help-deliveries': helpDeliveries,
  '0063-new-sign-ins': newSignIns,
  '0070-notification-preferences': notificationPreferences,
  '0071-school-history': schoolHistory,
  '0072-second-factors': secondFactors,
  '0100-openid-sessions': openIdSessions,
  '0101-registered-clients': registeredClients,
  '0105-app-consents': appConsents,
  '0106-repeated-refreshes': repeatedRefreshes,
  '0118-message-traces': messageTraces,
  '0119-own-notifications': ownNotifications,
}
