/**
 * Values that browser and service agree on, a number with its unit in the name. docs/limits.md and the texts of the API page
 * repeat some of them. Any other number stands in the file that uses it; the requests that a network or a device may make
 * are in api/src/kernel/limits/request-limits.ts.
 */

const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** Numbers of the product (product 5, 9). */
export const otpDigits = 6
export const nameMaxLength = 64
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
/** A help request: lengths in code points. */
export const helpSubjectMaxLength = 120
export const helpMessageMaxLength = 4_000
export const schoolNameMaxLength = 120

/** Life of a one-time code. */
export const otpSeconds = 5 * minutes
/** Life of the OTP challenge that a code belongs to: as long as the browser keeps its form. */
export const otpChallengeSeconds = 10 * minutes

/** Lives of the links that set a password: after 'Forgot password', and in an invitation. */
export const resetLinkSeconds = 30 * minutes
export const invitationSeconds = 3 * days
/** Life of the link that takes a change of the sign-in address back. */
export const revertLinkSeconds = 7 * days
/** Greatest age of an authentication that may change the sign-in address. */
export const freshAuthSeconds = 5 * minutes
/** Most email addresses of one account. */
export const emailsMax = 10

/** The form offers to send another link after this time. */
export const resetResendSeconds = 60

/**
 * Waits between two codes to one contact; every further code has the last wait. The browser needs only the longest. A
 * change also changes docs/limits.md and api/src/features/otp/send-waits.test.ts.
 */
export const otpLongestWaitSeconds = 5 * minutes
export const otpSendWaitsSeconds = [30, 60, 120, otpLongestWaitSeconds, otpLongestWaitSeconds] as const

/** Most events in one request to analytics, and the most bytes of each one's payload. */
export const analyticsBatchMax = 50
export const analyticsPayloadMaxBytes = 4_096
/** Most characters of all payloads of a batch, as JSON: cleaning takes time, and the route needs no token. */
export const analyticsBatchMaxCharacters = 16_384

/** Most characters of the message of an error report, and most calls of its stack. */
export const errorMessageMaxLength = 1_000
export const errorFramesMax = 20

/** The browser renews an access token this long before it ends. */
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
