/** Provides sample values of every message, for tests and pictures. Together they show every family of platforms. */
import type { TemplateValues } from './templates.ts'

const path = '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74/rs_Zk3nQ0aXv9Tq4Lm8sJ2hB7cY1uR5oE6pW-dG_fKiNwM'
const at = 'https://accounts.foyer.example'

export const sampleValues: TemplateValues = {
  'otp-code': { firstName: 'Asha', platform: 'student', purpose: 'login', code: '123456', minutes: 5 },
  'new-device': {
    firstName: 'Asha',
    platform: 'student',
    device: 'Chrome on Android',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: 'Asia/Kolkata',
  },
  'session-ended-for-safety': { firstName: 'Meera', platform: 'svp' },
  'reset-password': {
    firstName: 'Rohan',
    platform: 'recruitmentPlatform',
    link: `${at}/school/reset-password/${path}/1795876543210?platform=recruitmentPlatform`,
    minutes: 30,
  },
  'create-password': {
    firstName: 'Dev',
    platform: 'centerHead',
    link: `${at}/create-password/${path}/1795876543210?platform=centerHead`,
    hours: 72,
  },
  'beta-invitation': {
    firstName: 'Asha',
    platform: 'student',
    link: `${at}/beta/create-password/${path}?platform=student`,
    hours: 72,
  },
  'password-changed': {
    firstName: 'Arjun',
    platform: 'olympiadPartner',
    device: 'Firefox on Windows',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: null,
  },
  'password-set': {
    firstName: 'Omar',
    platform: 'student',
    device: 'Firefox on Windows',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: null,
  },
  'school-added': { firstName: 'Meera', platform: 'school' },
  'platform-added': { firstName: 'Asha', platform: 'student' },
  'school-verified': {
    firstName: 'Meera',
    platform: 'school',
    schoolName: 'Green Valley School',
    reason: null,
  },
  'school-rejected': {
    firstName: 'Meera',
    platform: 'school',
    schoolName: 'Green Valley School',
    reason: 'The website belongs to another school.\nPlease send us the address of yours.',
  },
  'school-access-granted': {
    firstName: 'Meera',
    platform: 'school',
    schoolName: 'Green Valley School',
    reason: null,
  },
  'social-linked': {
    firstName: 'Asha',
    platform: 'student',
    providerName: 'Google',
    device: 'Chrome on Android',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: 'Asia/Kolkata',
  },
  'social-unlinked': {
    firstName: 'Asha',
    platform: 'student',
    providerName: 'Facebook',
    device: 'Firefox on Windows',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: 'Asia/Kolkata',
  },
  'verify-email': {
    firstName: '',
    platform: 'student',
    code: '123456',
    minutes: 5,
  },
  'email-added': {
    firstName: 'Asha',
    platform: 'student',
    email: 'asha.rao@example.org',
    device: 'Chrome on Android',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: 'Asia/Kolkata',
  },
  'email-changed': {
    firstName: 'Asha',
    platform: 'student',
    email: 'asha.rao@example.org',
    link: `${at}/revert-email/er_Zk3nQ0aXv9Tq4Lm8sJ2hB7cY1uR5oE6pW-dG_fKiNwM?platform=student`,
    days: 7,
    device: 'Chrome on Android',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: 'Asia/Kolkata',
  },
  'email-reverted': {
    firstName: 'Asha',
    platform: 'student',
    email: 'a•••@example.com',
    device: 'Firefox on Windows',
    at: new Date('2026-11-22T09:55:00Z'),
    timeZone: null,
  },
  'access-added': { firstName: 'Imran', platform: 'applicationFormAdmin' },
  'help-request': {
    firstName: '',
    platform: 'school',
    reference: 'H-7K3M-92QX',
    category: 'School account',
    email: 'kavita.iyer@example.com',
    name: 'Kavita Iyer',
    userId: '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74',
    subject: 'Our school has a new name',
    message:
      'Hello,\n\nour school is now called Hill View School. How do we change the name?\n\nThank you\nKavita Iyer',
  },
  'help-received': {
    firstName: 'Kavita',
    platform: 'school',
    reference: 'H-7K3M-92QX',
    written: {
      subject: 'Our school has a new name',
      message:
        'Hello,\n\nour school is now called Hill View School. How do we change the name?\n\nThank you\nKavita Iyer',
    },
  },
  'sign-up-attempted': { firstName: 'Asha', platform: 'student', isMember: true },
}
