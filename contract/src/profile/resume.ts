/** Declares the résumé, a PDF made from the profile (product 7.3). */
import { defineRoute } from '../routes/route.ts'

export const downloadResume = defineRoute({
  method: 'GET',
  path: '/api/profile/download-resume',
  summary: 'Download your own profile as a PDF',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'resume',
  file: ['application/pdf'],
  errors: ['session-ended', 'no-access', 'too-many-attempts', 'overloaded'],
})

export const previewResume = defineRoute({
  method: 'GET',
  path: '/api/profile/resume-preview',
  summary: 'Get your résumé as a picture',
  access: 'bearer',
  scope: 'foyer.profile',
  limit: 'resume',
  file: ['image/svg+xml'],
  errors: ['session-ended', 'no-access', 'too-many-attempts', 'overloaded'],
})
