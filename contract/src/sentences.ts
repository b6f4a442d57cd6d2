/** Sentences that more than one place shows. Apart from the errors, which a first screen need not know. */
export const sentences = {
  invalidUrl: 'Invalid URL',
  pageNotFound: 'Page not found',
  fatal: 'An unexpected error occurred. Please try reloading the page.',
  persists: 'If the issue persists, get in touch with us at',
  offline: "You're offline. We'll retry when you're back.",
  noAnswer: 'The service did not answer. Please try again.',
} as const
