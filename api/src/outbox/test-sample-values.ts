/** One of each message, for tests and for looking at. */
import type { TemplateValues } from './templates.ts'

export const sampleValues: TemplateValues = {
  'otp-code': { code: '123456', minutes: 5, firstName: 'Asha' },
  'new-device': {
    firstName: 'Asha',
    platform: 'Student',
    device: 'Chrome on Android',
    at: new Date('2026-11-21T14:30:00Z'),
  },
  'session-ended-for-safety': { firstName: 'Asha', platform: 'School administrator' },
  'password-changed': {
    firstName: 'Asha',
    platform: 'student',
    device: 'Firefox on Windows',
    at: new Date('2026-11-21T14:30:00Z'),
  },
}
