/** Lists the texts of the link pages by the purpose of the link. */
import { waitInWords } from '@foyer/contract/errors'
import type { LinkPurpose } from '@foyer/contract/routes/password-links'
import { invitationSeconds, resetLinkSeconds } from '@foyer/contract/shared-values'
import type { DeadReason } from './link-machine.ts'

type LinkText = {
  title: string
  lead: (place: string) => string
  label: string
  submit: string
  life: string
  /**
   * Contains `{address}`. An invited user who already has a password gets a reset link, which expires sooner than an
   * invitation.
   */
  sent: string
  message: string
}

const resetLife = waitInWords(resetLinkSeconds)

export const linkTexts: Record<LinkPurpose, LinkText> = {
  reset: {
    title: 'Choose a new password',
    lead: (place) => `You’ll use it to sign in to ${place}.`,
    label: 'New password',
    submit: 'Change password',
    life: resetLife,
    sent: `We’ve sent a new link to {address}. It works for ${resetLife}.`,
    message: 'message',
  },
  create: {
    title: 'Create your password',
    lead: (place) => `You’re invited to ${place}.`,
    label: 'Password',
    submit: 'Create password',
    life: waitInWords(invitationSeconds),
    sent: 'We’ve sent a new link to {address}. The message says how long it works.',
    message: 'invitation',
  },
  beta: {
    title: 'Create your password',
    lead: (place) => `Welcome to the closed beta of ${place}.`,
    label: 'Password',
    submit: 'Create password',
    life: waitInWords(invitationSeconds),
    sent: 'We’ve sent a new link to {address}. The message says how long it works.',
    message: 'invitation',
  },
}

export function deadLinkTexts(deadReason: DeadReason, purpose: LinkPurpose): { title: string; lead: string } {
  const { life, message } = linkTexts[purpose]
  switch (deadReason) {
    case 'expired':
      return {
        title: 'This link has expired',
        lead: `Links work for ${life}, and a newer link replaces an older one.`,
      }
    case 'used':
      return {
        title: 'This link has already been used',
        lead: 'It was used to set a password. If that wasn’t you, get a new link now.',
      }
    case 'invalid':
      return {
        title: 'This link is not valid',
        lead: 'Make sure you copied the whole link, or get a new one.',
      }
    case 'missing':
      return {
        title: 'Open the link again',
        lead: `This page needs the link from your ${message}. Open it there, or get a new one.`,
      }
  }
}
