/**
 * Contains the sentences of pages that end a visit, apart from sentences.ts, which the first screen loads as a whole.
 */
export const pageSentences = {
  invalidUrl: 'Invalid URL',
  pageNotFound: 'Page not found',
  fatal: 'An unexpected error occurred. Please try reloading the page.',
} as const
