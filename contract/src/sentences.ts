/** Holds the sentences that several places show. They stand apart from errors.ts, which the first screen does not load. */
export const sentences = {
  invalidUrl: 'Invalid URL',
  pageNotFound: 'Page not found',
  fatal: 'An unexpected error occurred. Please try reloading the page.',
  persists: 'If the issue persists, get in touch with us at',
  offline: "You're offline. We'll retry when you're back.",
  noAnswer: 'The service did not answer. Please try again.',
} as const

export const required = 'Required'
export const unexpected = 'Something went wrong. Please try again.'
