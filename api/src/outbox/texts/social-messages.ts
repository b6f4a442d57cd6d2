/** Holds the texts of messages about accounts of other providers that are linked to a user's. */
import { factsOf, forgotPasswordUrl, type Occurrence, type Template, wasItYou } from './message-parts.ts'

type About = Occurrence & { providerName: string }

export type SocialMessageValues = { 'social-linked': About; 'social-unlinked': About }

export const socialMessages: Record<keyof SocialMessageValues, Template<About>> = {
  'social-linked': {
    subject: ({ providerName }, { provider }) => `${providerName} was linked to your ${provider} account`,
    preview: ({ providerName }, { place }) =>
      `You can now sign in to ${place} with ${providerName}. Was it you?`,
    heading: ({ providerName }) => `${providerName} was linked to your account`,
    body: ({ platform, providerName, device, at, timeZone }, sender) => [
      `You can now sign in to ${sender.place} with ${providerName}:`,
      { facts: factsOf({ device, at, timeZone }) },
      wasItYou,
      `If it wasn’t you, set a new password now. That signs out everyone else. Then sign in, remove ${providerName} on your account page, and tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set a new password' },
    ],
    sms: ({ platform, providerName }, sender) => [
      `${sender.provider}: ${providerName} was linked to your account. Not you? Set a new password now:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
  'social-unlinked': {
    subject: ({ providerName }, { provider }) => `${providerName} was removed from your ${provider} account`,
    preview: () => 'Was it you?',
    heading: ({ providerName }) => `${providerName} was removed from your account`,
    body: ({ platform, providerName, device, at, timeZone }, sender) => [
      `You can no longer sign in to ${sender.place} with ${providerName}:`,
      { facts: factsOf({ device, at, timeZone }) },
      wasItYou,
      `If it wasn’t you, set a new password now. That signs out everyone else. Then tell us at ${sender.supportEmail}.`,
      { link: forgotPasswordUrl(sender, platform), label: 'Set a new password' },
    ],
    sms: ({ platform, providerName }, sender) => [
      `${sender.provider}: ${providerName} was removed from your account. Not you? Set a new password now:`,
      { link: forgotPasswordUrl(sender, platform), label: '' },
    ],
  },
}
