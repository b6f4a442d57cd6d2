/** Holds sample values of every message, for tests and pictures. */
import type { TemplateValues } from './templates.ts'

const path = '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74/rs_Zk3nQ0aXv9Tq4Lm8sJ2hB7cY1uR5oE6pW-dG_fKiNwM'
const at = 'https://accounts.foyer.example'

export const sampleValues: TemplateValues = {
  'otp-code': { code: '123456', minutes: 5, firstName: 'Asha' },
  'new-device': {
    firstName: 'Asha',
    platform: 'Student',
    device: 'Chrome on Android',
    at: new Date('2026-11-21T14:30:00Z'),
  },
  'session-ended-for-safety': { firstName: 'Asha', platform: 'School administrator' },
  'reset-password': {
    firstName: 'Asha',
    link: `${at}/school/reset-password/${path}/1795876543210?platform=recruitmentPlatform`,
    minutes: 30,
  },
  'create-password': {
    firstName: 'Asha',
    platform: 'Internal Quality Assessor',
    link: `${at}/create-password/${path}/1795876543210?platform=iqa`,
    hours: 72,
  },
  'beta-invitation': {
    firstName: 'Asha',
    platform: 'Student',
    link: `${at}/beta/create-password/${path}?platform=student`,
    hours: 72,
  },
  'password-changed': {
    firstName: 'Asha',
    platform: 'recruitmentPlatform',
    device: 'Firefox on Windows',
    at: new Date('2026-11-21T14:30:00Z'),
  },
  'access-added': { firstName: 'Asha', platform: 'applicationFormAdmin' },
  'sign-up-attempted': { firstName: 'Asha', platform: 'student' },
}
