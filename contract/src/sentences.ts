/**
 * Contains the sentences that several pages show. The file is separate from errors.ts, which the first screen does not
 * load.
 */
export const sentences = {
  offline: 'You’re offline. We’ll retry when you’re back.',
  noAnswer: 'The service didn’t answer. Please try again.',
} as const

/** Separate constants, so that only the pages that show a sentence load it. */
export const persists = 'If the issue persists, get in touch with us at'
export const sandboxed = 'You can’t sign in here: the site that opened this page runs it in a sandbox.'
export const required = 'Required'
/** The message of the wire (product 8); `emailTakenSentence` is the sentence of the screen. */
export const emailTaken = 'account with this email already exists'
export const emailTakenSentence = 'An account with this email already exists.'
export const passwordPersonal = 'Don’t use your name, your email or ours in the password.'
export const contactInvalid =
  'Enter an email like name@example.com or a phone number with its country code, like +91 98765 43210.'
export const unexpected = 'Something went wrong. Please try again.'
export const signUpFailed = 'Error signing up. Please refresh the page and try again'
export const autoLoginRefused = 'We couldn’t sign you in from that site. Please sign in here.'
export const brokenPageSentence = 'This page stopped working. Nothing you saved is lost.'
export const unknownAddressSentence = 'We couldn’t find this page. Check the address for typing mistakes.'

/** `country` is a country with its calling code: 'India (+91)'. */
export const notOfCountry = (country: string) =>
  `This is not a phone number of ${country}. Choose its country, or add its country code, like +91 98765 43210.`
export const notFoundInCountry = (country: string) =>
  `We could not find an account with this number in ${country}. If it is from another country, choose that country.`
