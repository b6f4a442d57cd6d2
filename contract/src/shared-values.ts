/**
 * Defines values that browser and service share; the name of a number contains its unit. docs/limits.md and the texts
 * of /docs repeat some of them. Any other number is in the file that uses it; the request limits of networks and
 * devices are in api/src/kernel/limits/request-limits.ts.
 */

const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** Numbers of the product specification (product 5, 9). */
export const otpDigits = 6
export const nameMaxLength = 64
export const passkeyNameMaxLength = 64
export const totpNameMaxLength = 64
export const passwordMinLength = 8
export const greetingNameMaxLength = 20
export const autoNextDelayMs = 250
export const namePromptDelayMs = 500
export const navigationScrollThresholdPx = 62
export const tokenScheme = 'Bearer'
export const language = 'en'
export const signUpTokenType = 1

/** Sizes of input. */
export const identifierMaxLength = 254
export const passwordMaxCodePoints = 256
export const passwordMaxBytes = 1_024
export const urlMaxLength = 2_048
export const tokenMaxLength = 4_096
export const captchaValueMaxLength = 8_192
export const signUpSourceMaxLength = 200
export const paramMaxLength = 256
/** Two names and a space, in code points. */
export const fullNameMaxLength = 2 * nameMaxLength + 1
/** Lengths of a help request, in code points. */
export const helpSubjectMaxLength = 120
export const helpMessageMaxLength = 4_000
export const schoolNameMaxLength = 120
/** The length of a verifier's reason, in code points. */
export const verificationReasonMaxLength = 1_000

/** The lifetime of a one-time code, which its mail names. */
export const otpSeconds = 5 * minutes
/** The lifetime of a code's challenge; the browser keeps its form as long. */
export const otpChallengeSeconds = 10 * minutes

/** The lifetimes of links that set a password: after 'Forgot password', and in an invitation. */
export const resetLinkSeconds = 30 * minutes
export const invitationSeconds = 3 * days
/** The lifetime of the link that reverts a change of the sign-in email. */
export const revertLinkSeconds = 7 * days
/** The maximum age of an authentication that may change how the user signs in. */
export const recentProofSeconds = 5 * minutes
/** The lifetime of a right first proof whose second factor is missing. */
export const firstProofSeconds = 5 * minutes
/** The lifetime of an authenticator app that was not confirmed with a code, and of the token that lets a user set one up. */
export const enrolmentSeconds = 15 * minutes
/** The most authenticator apps of one user, and the number of recovery codes in one set. */
export const totpMax = 5
export const recoveryCodesCount = 10
/** The time between the request to delete an account and the deletion. A sign-in within it cancels the deletion. */
export const deletionGraceDays = 30
/** The maximum number of emails, and of phone numbers, of one account. */
export const contactsMax = 10

/** After this time the form offers to send another link. */
export const resetResendSeconds = 60

/**
 * The waits between two codes to one contact; all further codes have the last wait. The browser needs only the longest.
 * If you change the waits, change docs/limits.md and api/src/features/otp/send-waits.test.ts too.
 */
export const otpLongestWaitSeconds = 5 * minutes
export const otpSendWaitsSeconds = [30, 60, 120, otpLongestWaitSeconds, otpLongestWaitSeconds] as const

/** The maximum number of events in one analytics request, and the maximum size of each event's payload. */
export const analyticsBatchMax = 50
export const analyticsPayloadMaxBytes = 4_096
/** The maximum length of all payloads of a batch, as JSON. Cleaning takes time, and the route requires no token. */
export const analyticsBatchMaxCharacters = 16_384

/** The maximum length of an error report's message, and the maximum number of its stack frames. */
export const errorMessageMaxLength = 1_000
export const errorFramesMax = 20

/** The browser refreshes an access token this long before it expires. */
export const renewBeforeSeconds = 60

/**
 * The largest file that a user uploads. A user's uploads have memory for one such file (upload-memory.ts), so a route with a
 * larger `maxBytes` of its own refuses what it declares. The proxy of docs/operating.md repeats the size.
 */
export const uploadMaxBytes = 5 * 1_024 * 1_024

/** Caches keep the published keys this long. */
export const keySetMaxAgeSeconds = hours

/** The browser waits this long for an answer of the service. */
export const callTimeoutMs = 15_000
