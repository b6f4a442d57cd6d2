/** Describes the résumé in /docs. */
import { downloadResume, previewResume } from '@foyer/contract/profile/resume'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

export const resumeDocs: readonly ApiSection[] = [
  {
    name: 'Résumé',
    description: 'The profile as a PDF.',
    routes: [
      describeRoute(
        downloadResume,
        'A PDF of at most two pages with all sections of the profile of the signed-in user, also those that the public profile does not show, and the contacts of the account. What has no room is left out, and a sentence says so. Scripts: Latin, Greek, Cyrillic, Devanagari, Bengali, Gujarati, Gurmukhi, Kannada, Malayalam, Odia, Sinhala, Tamil, Telugu, Arabic, Chinese and Japanese. The file is PDF/UA-1, so that screen readers find its headings. While two of the user are being made it answers 429, and while too many of all users are 503, with `Retry-After`.',
      ),
      describeRoute(
        previewResume,
        'The pages of the same PDF as one SVG picture, one below the other. Its letters are shapes, so it needs no font.',
      ),
    ],
  },
]
