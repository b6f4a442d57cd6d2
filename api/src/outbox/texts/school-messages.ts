/** Holds the texts of messages about schools. The name and the reason are null for an address that is not proven. */
import { type About, signInUrl, type Template } from './message-parts.ts'

type AboutSchool = About & { schoolName: string | null; reason: string | null }

export type SchoolMessageValues = Record<
  'school-verified' | 'school-rejected' | 'school-access-granted',
  AboutSchool
>

export const schoolMessages: Record<keyof SchoolMessageValues, Template<AboutSchool>> = {
  'school-verified': {
    subject: () => 'Your school is verified',
    preview: (_, { place }) => `Sign in to ${place} to use it.`,
    heading: () => 'Your school is verified',
    body: (values, sender) => [
      `${sender.provider} has checked your school and verified it.`,
      ...factsOfSchool(values),
      { link: signInUrl(sender, values.platform), label: 'Sign in' },
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: your school is verified. Sign in:`,
      { link: signInUrl(sender, platform), label: '' },
    ],
  },
  'school-rejected': {
    subject: () => 'We couldn’t verify your school',
    preview: (_, { place }) => `Sign in to ${place} to correct what it says.`,
    heading: () => 'We couldn’t verify your school',
    body: (values, sender) => [
      `${sender.provider} has checked your school and couldn’t verify it. Correct what your school says, and we’ll check it again.`,
      ...factsOfSchool(values),
      { link: signInUrl(sender, values.platform), label: 'Sign in' },
      `If you don’t know what to correct, ask us at ${sender.supportEmail}.`,
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: we couldn’t verify your school. Sign in to correct what it says:`,
      { link: signInUrl(sender, platform), label: '' },
    ],
  },
  'school-access-granted': {
    subject: (_, { place }) => `You can use another school in ${place}`,
    preview: () => 'Sign in with the password you already have.',
    heading: () => 'You can use another school',
    body: (values, sender) => [
      `${sender.provider} has given your account access to a school.`,
      ...factsOfSchool(values),
      { link: signInUrl(sender, values.platform), label: 'Sign in' },
      `If you don’t know why, ask us at ${sender.supportEmail}.`,
    ],
    sms: ({ platform }, sender) => [
      `${sender.provider}: your account has access to another school. Sign in:`,
      { link: signInUrl(sender, platform), label: '' },
    ],
  },
}

function factsOfSchool({ schoolName, reason }: AboutSchool) {
  return [
    ...(schoolName === null ? [] : [{ facts: [['School', schoolName] satisfies [string, string]] }]),
    ...(reason === null ? [] : ['We wrote:', { quote: reason }]),
  ]
}
