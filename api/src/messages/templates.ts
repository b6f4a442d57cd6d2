/**
 * Lists every message to users, one row per message: its values and its texts. render-message.ts renders them as mail
 * and SMS. A link is a separate part, and leads to one of our own pages.
 */
import { type NotificationKind, notificationKinds } from '@foyer/contract/notification-kinds'
import type { otpPurposes } from '@foyer/contract/routes/otp'
import { schoolInvitationDays } from '@foyer/contract/schools/school-people'
import { codePhrases } from './code-phrases.ts'
import {
  factsOf,
  ifItWasNotYou,
  inHours,
  inMinutes,
  message,
  newPasswordLink,
  notificationsLink,
  type Occurrence,
  type Part,
  privacyLink,
  schoolPageLink,
  securityLink,
  signInLink,
  underSection,
  wasItYou,
} from './message-parts.ts'
import { momentIn } from './moment.ts'
import { type SecondFactorChange, secondFactorChanges } from './second-factor-changes.ts'

/** A request to support: the user's text, and what the service knows about the user. */
type HelpRequest = {
  reference: string
  category: string
  email: string
  name: string
  /** Null without a session. */
  userId: string | null
  subject: string
  message: string
}

/** A deletion of the account. A message of a job has no browser. */
type AboutDeletion = Occurrence & { dueAt: Date }

/** The name and the reason are null if the recipient's email is not verified. */
type AboutSchool = { schoolName: string | null; reason: string | null }

const expiredInvitation =
  'If it has expired, open it anyway and we’ll send a new one. If you didn’t expect an invitation, you can ignore this email.'

const notMe = 'This wasn’t me'

export const templates = {
  'otp-code': message<{ purpose: (typeof otpPurposes)[number]; code: string; minutes: number }>(
    ({ purpose, code, minutes }, sender) => {
      const { subject, heading, action, attempt } = codePhrases[purpose](sender)
      return {
        subject,
        preview: `It works for ${inMinutes(minutes)}.`,
        heading,
        body: [
          `Enter this code to ${action}. It works for ${inMinutes(minutes)}:`,
          { code },
          `Don’t share it: no one from ${sender.provider} will ever ask you for it. If you didn’t ${attempt}, you can ignore this email.`,
        ],
        because: `someone asked for a code to ${action} with this address`,
        sms: [
          `${code} is your ${sender.provider} code to ${action}, valid for ${inMinutes(minutes)}. We never ask for it.`,
          { code },
        ],
      }
    },
  ),
  'new-device': message<Occurrence>((about, sender) => ({
    subject: `New sign-in to your ${sender.provider} account`,
    preview: `Someone signed in to ${sender.platformName}. Was it you?`,
    heading: 'New sign-in to your account',
    body: [
      `Someone signed in to ${sender.platformName} in a browser that we haven’t seen with your account before:`,
      { facts: factsOf(about) },
      wasItYou,
      `If it wasn’t you, choose ‘${notMe}’. We’ll send you a link to set a new password, which signs out everyone else. Then tell us at ${sender.supportEmail}.`,
      newPasswordLink(about.platform, sender, notMe),
    ],
    because: `someone signed in to your ${sender.provider} account in a new browser`,
    sms: [
      `${sender.provider}: new sign-in to ${sender.platformName}. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'session-ended-for-safety': message(({ platform }, sender) => ({
    subject: 'We signed you out to keep your account safe',
    preview: `Please sign in to ${sender.platformName} again.`,
    body: [
      `Your sign-in to ${sender.platformName} was used in two places at once. Someone may have copied it, so we ended it. You can sign in again now.`,
      `If you don’t know why this happened, set a new password and tell us at ${sender.supportEmail}.`,
      newPasswordLink(platform, sender),
    ],
    because: `a sign-in to your ${sender.provider} account was used in two places`,
    sms: [
      `${sender.provider}: we signed you out of ${sender.platformName} to keep your account safe. Not sure why? Set a new password:`,
      newPasswordLink(platform, sender),
    ],
  })),
  'reset-password': message<{ link: string; minutes: number }>(({ link, minutes }, { provider }) => ({
    subject: `Set a new ${provider} password`,
    preview: `The link works for ${inMinutes(minutes)}.`,
    heading: 'Set a new password',
    body: [
      `Someone asked for a new password for your ${provider} account. If it was you, use this link. It works once, for ${inMinutes(minutes)}:`,
      { link, label: 'Set a new password' },
      'If it wasn’t you, you can ignore this email. Your password stays the same.',
      'Please don’t share this link: anyone who has it can set your password.',
    ],
    because: `someone asked for a new password for your ${provider} account`,
    sms: [
      `Set a new ${provider} password within ${inMinutes(minutes)}. Not you? Ignore this message, and don’t share this link.`,
      { link, label: 'Set a new password' },
    ],
  })),
  'create-password': message<{ link: string; hours: number }>(({ link, hours }, sender) => ({
    subject: `${sender.provider} invites you to ${sender.platformName}`,
    preview: `Create your password within ${inHours(hours)}.`,
    heading: 'Create your password',
    body: [
      `${sender.provider} has invited you to ${sender.platformName}. Create a password to get started. This link works once, for ${inHours(hours)}:`,
      { link, label: 'Create your password' },
      expiredInvitation,
    ],
    because: `${sender.provider} invited this address to ${sender.platformName}`,
    sms: [
      `${sender.provider} has invited you to ${sender.platformName}. Create your password within ${inHours(hours)}:`,
      { link, label: 'Create your password' },
    ],
  })),
  'beta-invitation': message<{ link: string; hours: number }>(({ link, hours }, sender) => ({
    subject: `You’re invited to the closed beta of ${sender.provider}`,
    preview: `Your place is kept for ${inHours(hours)}.`,
    heading: 'You’re invited to the closed beta',
    body: [
      `${sender.provider} has kept a place for you in the closed beta of ${sender.platformName}. Create a password to join. This link works once, for ${inHours(hours)}:`,
      { link, label: 'Join the beta' },
      expiredInvitation,
    ],
    because: `${sender.provider} invited this address to the closed beta`,
    sms: [
      `${sender.provider} has invited you to the closed beta of ${sender.platformName}. Join within ${inHours(hours)}:`,
      { link, label: 'Join the beta' },
    ],
  })),
  'password-changed': message<Occurrence>((about, sender) => ({
    subject: `Your ${sender.provider} password was changed`,
    preview: 'Was it you?',
    heading: 'Your password was changed',
    body: [
      'Your password was changed, and you were signed out everywhere else:',
      { facts: factsOf(about) },
      wasItYou,
      `If it wasn’t you, set another password now to get your account back. Then tell us at ${sender.supportEmail}.`,
      newPasswordLink(about.platform, sender, 'Set another password'),
    ],
    because: `the password of your ${sender.provider} account was changed`,
    sms: [
      `Your ${sender.provider} password was changed. Not you? Set another one now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'password-set': message<Occurrence>((about, sender) => ({
    subject: `Your ${sender.provider} account has a password now`,
    preview: 'Was it you?',
    heading: 'Your account has a password now',
    body: [
      'Someone set a password for your account, and you were signed out everywhere else:',
      { facts: factsOf(about) },
      wasItYou,
      `If it wasn’t you, set another password now to get your account back. Then tell us at ${sender.supportEmail}.`,
      newPasswordLink(about.platform, sender, 'Set another password'),
    ],
    because: `someone set a password for your ${sender.provider} account`,
    sms: [
      `Your ${sender.provider} account has a password now. Not you? Set another one:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'access-added': message(({ platform }, sender) => ({
    subject: `You have access to ${sender.platformName}`,
    preview: 'Sign in with the password you already have.',
    body: [
      `${sender.provider} has added ${sender.platformName} to your account. Sign in with the password you already have:`,
      signInLink(platform, sender),
      `If you don’t know why, ask us at ${sender.supportEmail}.`,
    ],
    because: `${sender.provider} gave your account access to ${sender.platformName}`,
    sms: [
      `${sender.provider}: you have access to ${sender.platformName}. Sign in with the password you already have:`,
      signInLink(platform, sender),
    ],
  })),
  'export-ready': message<{ expiresAt: Date; timeZone: string | null }>(
    ({ platform, expiresAt, timeZone }, sender) => ({
      subject: 'Your data is ready to download',
      preview: 'Sign in to get the files.',
      body: [
        `You asked for the data that ${sender.provider} stores about you. The files are ready. Sign in to download them:`,
        { facts: [['Until', momentIn(expiresAt, timeZone)]] },
        privacyLink(platform, sender),
        `If you didn’t ask for them, someone else has used your account: set a new password, and tell us at ${sender.supportEmail}.`,
      ],
      because: `someone asked for the data of your ${sender.provider} account`,
      sms: [
        `${sender.provider}: your data is ready to download. Sign in to get it:`,
        privacyLink(platform, sender),
      ],
    }),
  ),
  'deletion-requested': message<AboutDeletion>((about, sender) => ({
    subject: `Your ${sender.provider} account will be deleted`,
    preview: 'Sign in before then to keep it.',
    heading: 'Your account will be deleted',
    body: [
      `You asked us to delete your ${sender.provider} account. It is closed now, and you were signed out everywhere:`,
      { facts: [['Deletion', dueIn(about)], ...factsOf(about)] },
      'If you change your mind, sign in before then. Your account then stays as it is:',
      signInLink(about.platform, sender, 'Sign in and keep my account'),
      `If it wasn’t you, sign in now, set a new password, and tell us at ${sender.supportEmail}.`,
    ],
    because: `someone asked to delete your ${sender.provider} account`,
    sms: [
      `Your ${sender.provider} account will be deleted on ${dueIn(about)}. To keep it, sign in before then:`,
      signInLink(about.platform, sender),
    ],
  })),
  'deletion-reminder': message<AboutDeletion>((about, sender) => ({
    subject: `Your ${sender.provider} account will be deleted soon`,
    preview: 'Sign in before then to keep it.',
    heading: 'Your account will be deleted soon',
    body: [
      `You asked us to delete your ${sender.provider} account. We’ll do it soon, and nobody can undo it afterwards:`,
      { facts: [['Deletion', dueIn(about)]] },
      'To keep your account, sign in before then. If you want it deleted, you can ignore this email.',
      signInLink(about.platform, sender, 'Sign in and keep my account'),
    ],
    because: `someone asked to delete your ${sender.provider} account`,
    sms: [
      `Your ${sender.provider} account will be deleted on ${dueIn(about)}. To keep it, sign in before then:`,
      signInLink(about.platform, sender),
    ],
  })),
  'deletion-cancelled': message<AboutDeletion>((about, sender) => ({
    subject: `Your ${sender.provider} account stays`,
    preview: 'You signed in, so we don’t delete it any more.',
    heading: 'Your account is not deleted any more',
    body: [
      `You had asked us to delete your ${sender.provider} account. Someone signed in to it since, so we keep it as it was.`,
      wasItYou,
      'If you still want it deleted, sign in and ask again under ‘Privacy’.',
      ...ifItWasNotYou(about, sender),
    ],
    because: `someone signed in to your ${sender.provider} account, which was going to be deleted`,
    sms: [
      `${sender.provider}: your account is not deleted any more, because someone signed in. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'account-deleted': message<AboutDeletion>((_about, sender) => ({
    subject: `Your ${sender.provider} account is deleted`,
    preview: 'You asked us to delete it 30 days ago.',
    heading: 'Your account is deleted',
    body: [
      `We have deleted your ${sender.provider} account and everything in it, as you asked. This is our last email to you.`,
      'Platforms that you used may keep records of their own, such as certificates. Ask them about these.',
      `If you have a question, write to ${sender.supportEmail}.`,
    ],
    because: `this was the address of a ${sender.provider} account`,
    sms: [`${sender.provider}: we have deleted your account and everything in it, as you asked.`],
  })),
  /** Sent to support. */
  /** A notification of a platform, which the user gets by email too. */
  notification: message<{ kind: NotificationKind; title: string; text: string }>(
    ({ platform, kind, title, text }, sender) => {
      const chosen = `emails about ${notificationKinds[kind].label.toLowerCase()}`
      return {
        subject: `${sender.platformName}: ${title}`,
        preview: 'Read it in your account.',
        heading: title,
        body: [
          `${sender.platformName} tells you:`,
          { quote: text },
          notificationsLink(platform, sender),
          `You chose ${chosen}. To turn them off, press ‘Settings’ on that page.`,
        ],
        because: `you chose ${chosen}`,
        sms: [
          `${sender.provider}: ${sender.platformName} has news for you.`,
          notificationsLink(platform, sender),
        ],
      }
    },
  ),
  'help-request': message<HelpRequest>((request, { provider, platformName }) => ({
    subject: `[${request.reference}] ${request.subject}`,
    preview: `${request.category}, ${platformName}`,
    heading: request.subject,
    body: [
      { quote: request.message },
      {
        facts: [
          ['Reference', request.reference],
          ['Email', request.email],
          ...(request.name ? [['Name', request.name] satisfies [string, string]] : []),
          ['Account', request.userId ?? 'Not signed in: anyone can type this email and name'],
          ['Category', request.category],
          ['Platform', platformName],
        ],
      },
    ],
    because: `this is the support address of ${provider}`,
    sms: [`${provider}: new help request ${request.reference}.`],
    footer: 'Reply to this email to answer the user.',
  })),
  /**
   * Sent to the user. `written` is null if the email is not verified, because anyone can enter another user's address.
   */
  'help-received': message<{ reference: string; written: { subject: string; message: string } | null }>(
    ({ reference, written }, { provider }) => ({
      subject: `We got your message (${reference})`,
      preview: 'We’ll answer by email.',
      heading: 'We got your message',
      body: [
        `Thank you for writing to ${provider}. We’ll answer by email. If you write to us again about this, quote the reference:`,
        {
          facts: [
            ['Reference', reference],
            ...(written ? [['Subject', written.subject] satisfies [string, string]] : []),
          ],
        },
        ...(written ? ['You wrote:', { quote: written.message }] : []),
        'If you didn’t write to us, you can ignore this email.',
      ],
      because: `someone wrote to ${provider} with this address`,
      sms: [`${provider} got your message. Your reference is ${reference}.`],
    }),
  ),
  'school-added': message((about, sender) => ({
    subject: `A school was added to your ${sender.provider} account`,
    preview: `You can now use ${sender.platformName}. Was it you?`,
    heading: 'A school was added to your account',
    body: [
      `A school was signed up with your ${sender.provider} account. You can now use ${sender.platformName} with it.`,
      wasItYou,
      ...ifItWasNotYou(about, sender),
    ],
    because: `someone signed up a school with your ${sender.provider} account`,
    sms: [
      `${sender.provider}: a school was added to your account. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'school-verified': message<AboutSchool>((about, sender) => ({
    subject: 'Your school is verified',
    preview: `Sign in to ${sender.platformName} to use it.`,
    body: [
      `${sender.provider} has checked your school and verified it.`,
      ...partsOfSchool(about),
      signInLink(about.platform, sender, `Go to ${sender.platformName}`),
    ],
    because: `your ${sender.provider} account has access to this school`,
    sms: [`${sender.provider}: your school is verified. Sign in:`, signInLink(about.platform, sender)],
  })),
  'school-rejected': message<AboutSchool>((about, sender) => ({
    subject: 'We couldn’t verify your school',
    preview: `Sign in to ${sender.platformName} to correct what it says.`,
    body: [
      `${sender.provider} has checked your school and couldn’t verify it. Correct what your school says, and we’ll check it again.`,
      ...partsOfSchool(about),
      schoolPageLink(about.platform, sender, 'Correct your school’s details'),
      `If you don’t know what to correct, ask us at ${sender.supportEmail}.`,
    ],
    because: `your ${sender.provider} account has access to this school`,
    sms: [
      `${sender.provider}: we couldn’t verify your school. Sign in to correct what it says:`,
      schoolPageLink(about.platform, sender, 'Correct your school’s details'),
    ],
  })),
  'school-access-granted': message<AboutSchool>((about, sender) => ({
    subject: `You can use another school in ${sender.platformName}`,
    preview: 'Sign in with the password you already have.',
    heading: 'You can use another school',
    body: [
      `${sender.provider} has given your account access to a school.`,
      ...partsOfSchool(about),
      signInLink(about.platform, sender),
      `If you don’t know why, ask us at ${sender.supportEmail}.`,
    ],
    because: `your ${sender.provider} account was given access to a school`,
    sms: [
      `${sender.provider}: your account has access to another school. Sign in:`,
      signInLink(about.platform, sender),
    ],
  })),
  /** `hasLink` is true if another mail has a link to a first password. */
  'school-invitation': message<AboutSchool & { inviter: string | null; hasLink: boolean }>(
    (about, sender) => ({
      subject: 'You’re invited to a school',
      preview: `Accept in ${sender.platformName} within ${schoolInvitationDays} days.`,
      heading: 'You’re invited to a school',
      body: [
        about.inviter === null
          ? 'Someone who works with a school has invited you to it.'
          : `${about.inviter} has invited you to a school.`,
        ...partsOfSchool(about),
        about.hasLink
          ? `First create your password: we’ve sent you another email with a link for that. Then sign in and accept within ${schoolInvitationDays} days:`
          : `Sign in and accept within ${schoolInvitationDays} days:`,
        schoolPageLink(about.platform, sender, 'See the invitation'),
        'If you don’t know the school, you can ignore this email. Nothing happens then.',
      ],
      because: 'someone invited this address to a school',
      sms: [
        `${sender.provider}: you’re invited to a school. Sign in to accept:`,
        schoolPageLink(about.platform, sender, 'See the invitation'),
      ],
    }),
  ),
  'school-access-ended': message<AboutSchool>((about, sender) => ({
    subject: 'You no longer have access to a school',
    preview: `Another user of the school in ${sender.platformName} has removed you.`,
    body: [
      `Another user of the school has removed you, so you no longer reach it in ${sender.platformName}.`,
      ...partsOfSchool(about),
      `If you don’t know why, ask the school, or ask us at ${sender.supportEmail}.`,
    ],
    because: `your ${sender.provider} account had access to this school`,
    sms: [`${sender.provider}: you no longer have access to a school. Ask the school if you don’t know why.`],
  })),
  'platform-added': message((about, sender) => ({
    subject: `${sender.platformName} was added to your ${sender.provider} account`,
    preview: `You can now use ${sender.platformName}. Was it you?`,
    heading: `${sender.platformName} was added to your account`,
    body: [
      `You can now sign in to ${sender.platformName} with your ${sender.provider} account.`,
      wasItYou,
      ...ifItWasNotYou(about, sender),
    ],
    because: `${sender.platformName} was added to your ${sender.provider} account`,
    sms: [
      `${sender.provider}: ${sender.platformName} was added to your account. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'social-linked': message<Occurrence & { providerName: string }>((about, sender) => ({
    subject: `${about.providerName} was linked to your ${sender.provider} account`,
    preview: `You can now sign in to ${sender.platformName} with ${about.providerName}. Was it you?`,
    heading: `${about.providerName} was linked to your account`,
    body: [
      `You can now sign in to ${sender.platformName} with ${about.providerName}:`,
      { facts: factsOf(about) },
      wasItYou,
      ...ifItWasNotYou(
        about,
        sender,
        `sign in, remove ${about.providerName} ${underSection('account-security')}, and `,
      ),
      securityLink(about.platform, sender),
    ],
    because: `${about.providerName} was linked to your ${sender.provider} account`,
    sms: [
      `${sender.provider}: ${about.providerName} was linked to your account. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'social-unlinked': message<Occurrence & { providerName: string }>((about, sender) => ({
    subject: `${about.providerName} was removed from your ${sender.provider} account`,
    preview: 'Was it you?',
    heading: `${about.providerName} was removed from your account`,
    body: [
      `You can no longer sign in to ${sender.platformName} with ${about.providerName}:`,
      { facts: factsOf(about) },
      wasItYou,
      ...ifItWasNotYou(about, sender),
    ],
    because: `${about.providerName} was removed from your ${sender.provider} account`,
    sms: [
      `${sender.provider}: ${about.providerName} was removed from your account. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'passkey-added': message<Occurrence & { passkeyName: string }>((about, sender) => ({
    subject: `A passkey was added to your ${sender.provider} account`,
    preview: 'Was it you?',
    heading: 'A passkey was added to your account',
    body: [
      `You can now sign in to ${sender.provider} with this passkey:`,
      { facts: [['Passkey', about.passkeyName], ...factsOf(about)] },
      wasItYou,
      ...ifItWasNotYou(about, sender, 'sign in, remove the passkey under ‘Security’ in your account, and '),
      securityLink(about.platform, sender),
    ],
    because: `a passkey was added to your ${sender.provider} account`,
    sms: [
      `${sender.provider}: a passkey was added to your account. Not you? Set a new password now, and remove the passkey:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'passkey-removed': message<Occurrence & { passkeyName: string }>((about, sender) => ({
    subject: `A passkey was removed from your ${sender.provider} account`,
    preview: 'Was it you?',
    heading: 'A passkey was removed from your account',
    body: [
      `You can no longer sign in to ${sender.provider} with this passkey:`,
      { facts: [['Passkey', about.passkeyName], ...factsOf(about)] },
      wasItYou,
      ...ifItWasNotYou(about, sender),
    ],
    because: `a passkey was removed from your ${sender.provider} account`,
    sms: [
      `${sender.provider}: a passkey was removed from your account. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  'second-factor-changed': message<Occurrence & { change: SecondFactorChange }>((about, sender) => {
    const words = secondFactorChanges[about.change]
    return {
      subject: `${words.subject} ${sender.provider} account`,
      preview: 'Was it you?',
      heading: `${words.subject} account`,
      body: [
        words.body,
        { facts: factsOf(about) },
        wasItYou,
        ...ifItWasNotYou(about, sender),
        securityLink(about.platform, sender),
      ],
      because: `${words.because} your ${sender.provider} account`,
      sms: [
        `${sender.provider}: ${words.sms} Not you? Set a new password now, and look at ‘Security’ in your account:`,
        newPasswordLink(about.platform, sender),
      ],
    }
  }),
  /** Sent to an email that no user has verified yet. */
  'verify-email': message<{ code: string; minutes: number }>(({ code, minutes }, { provider }) => ({
    subject: 'Your code to verify an email address',
    preview: `It works for ${inMinutes(minutes)}.`,
    heading: 'Verify your email address',
    body: [
      `Someone added this email address to a ${provider} account. If it was you, enter this code ${underSection('account-contacts')}. It works for ${inMinutes(minutes)}:`,
      { code },
      `If it wasn’t you, you can ignore this email: without the code nobody can use your address. Don’t share the code: no one from ${provider} will ever ask you for it.`,
    ],
    because: `someone added this address to a ${provider} account`,
    sms: [
      `${code} is your ${provider} code, valid for ${inMinutes(minutes)}. We never ask for it.`,
      { code },
    ],
  })),
  /** Sent to the sign-in email when the account gets another email. */
  'email-added': message<Occurrence & { email: string }>((about, sender) => ({
    subject: `An email address was added to your ${sender.provider} account`,
    preview: `${about.email}. Was it you?`,
    heading: 'An email address was added to your account',
    body: [
      `You can now also sign in to ${sender.provider} with this address and your password:`,
      { facts: [['Email', about.email], ...factsOf(about)] },
      wasItYou,
      ...ifItWasNotYou(
        about,
        sender,
        `sign in, remove the address ${underSection('account-contacts')}, and `,
      ),
    ],
    because: `an email address was added to your ${sender.provider} account`,
    sms: [
      `${sender.provider}: an email address was added to your account. Not you? Set a new password now:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  /** Sent to the previous sign-in email. */
  'email-changed': message<Occurrence & { email: string; link: string; days: number }>(
    ({ email, link, days, ...about }, { provider, supportEmail }) => ({
      subject: `The email address of your ${provider} account was changed`,
      preview: 'If it wasn’t you, you can undo it.',
      heading: 'Your sign-in address was changed',
      body: [
        `You now sign in to ${provider} with another email address, and get our mail there:`,
        { facts: [['New address', email], ...factsOf(about)] },
        wasItYou,
        `If it wasn’t you, undo the change within ${days} days. That signs out everyone and lets you set a new password. Then tell us at ${supportEmail}.`,
        { link, label: 'Undo the change' },
        'Please don’t share this link: anyone who has it can get into your account.',
      ],
      because: `you signed in to your ${provider} account with this address until now`,
      sms: [
        `The sign-in address of your ${provider} account was changed. Not you? Undo it:`,
        { link, label: 'Undo the change' },
      ],
    }),
  ),
  /**
   * Sent to the email that was the sign-in email until the change was reverted; `email` is the restored one, masked.
   */
  'email-reverted': message<Occurrence & { email: string }>(
    ({ email, ...about }, { provider, supportEmail }) => ({
      subject: `The sign-in address of a ${provider} account was changed back`,
      preview: `It is ${email} again.`,
      heading: 'The sign-in address was changed back',
      body: [
        `A ${provider} account that used this email address has its former address back, and this one was removed from it. Everyone was signed out:`,
        { facts: [['Address', email], ...factsOf(about)] },
        wasItYou,
        `If the account is yours and it wasn’t you, tell us at ${supportEmail}.`,
      ],
      because: `this was the sign-in address of a ${provider} account until it was changed back`,
      sms: [`The sign-in address of a ${provider} account was changed back. Not you? Ask us for help.`],
    }),
  ),
  /** Sent by SMS to a number that no user has verified yet. */
  'verify-phone': message<{ code: string; minutes: number }>(({ code, minutes }, { provider }) => ({
    subject: 'Your code to verify a phone number',
    preview: `It works for ${inMinutes(minutes)}.`,
    heading: 'Verify your phone number',
    body: [
      `Someone added a phone number to a ${provider} account. If it was you, enter this code ${underSection('account-contacts')}. It works for ${inMinutes(minutes)}:`,
      { code },
      `If it wasn’t you, you can ignore this email. Don’t share the code: no one from ${provider} will ever ask you for it.`,
    ],
    because: `someone added a phone number to a ${provider} account`,
    sms: [
      `${code} is your ${provider} code to verify this number, valid for ${inMinutes(minutes)}. We never ask for it.`,
      { code },
    ],
  })),
  /** Sent to the sign-in email, or to the primary number of an account without one, when the account gets another number. */
  'phone-added': message<Occurrence & { phoneNumber: string }>((about, sender) => ({
    subject: `A phone number was added to your ${sender.provider} account`,
    preview: 'Was it you?',
    heading: 'A phone number was added to your account',
    body: [
      `You can now also sign in to ${sender.provider} with this number:`,
      { facts: [['Phone', about.phoneNumber], ...factsOf(about)] },
      wasItYou,
      ...ifItWasNotYou(about, sender, `sign in, remove the number ${underSection('account-contacts')}, and `),
    ],
    because: `a phone number was added to your ${sender.provider} account`,
    sms: [
      `${sender.provider}: a phone number was added to your account. Not you? Set a new password now, and remove the number:`,
      newPasswordLink(about.platform, sender),
    ],
  })),
  /** Sent to the sign-in email, and to the number that was the primary one. */
  'phone-changed': message<Occurrence & { phoneNumber: string }>((about, sender) => ({
    subject: `The phone number of your ${sender.provider} account was changed`,
    preview: 'Was it you?',
    heading: 'Your primary number was changed',
    body: [
      'Codes by text message now go to another number:',
      { facts: [['New number', about.phoneNumber], ...factsOf(about)] },
      wasItYou,
      ...ifItWasNotYou(about, sender, `sign in, remove the number ${underSection('account-contacts')}, and `),
    ],
    because: `the primary number of your ${sender.provider} account was changed`,
    sms: [
      `${sender.provider}: codes for your account now go to another number. Not you? Tell ${sender.supportEmail} today.`,
    ],
  })),
  /** Sent to the sign-in email, and to the removed number. */
  'phone-removed': message<Occurrence & { phoneNumber: string }>((about, sender) => ({
    subject: `A phone number was removed from your ${sender.provider} account`,
    preview: 'Was it you?',
    heading: 'A phone number was removed from your account',
    body: [
      `You can no longer sign in to ${sender.provider} with this number:`,
      { facts: [['Phone', about.phoneNumber], ...factsOf(about)] },
      wasItYou,
      ...ifItWasNotYou(about, sender),
    ],
    because: `a phone number was removed from your ${sender.provider} account`,
    sms: [
      `${sender.provider}: a phone number was removed from your account. Not you? Tell ${sender.supportEmail} today.`,
    ],
  })),
  /** `isMember` is false if the account cannot sign in on any platform. */
  'sign-up-attempted': message<{ isMember: boolean }>(({ platform, isMember }, sender) => ({
    subject: `You already have a ${sender.provider} account`,
    preview: 'Someone tried to sign up with your email address.',
    heading: 'You already have an account',
    body: [
      `Someone tried to create a ${sender.provider} account with your email address. You already have one.`,
      ...(isMember
        ? [
            'If it was you, sign in. If you forgot your password, you can set a new one there:',
            signInLink(platform, sender),
          ]
        : [`If it was you and you can’t sign in, tell us at ${sender.supportEmail}.`]),
      'If it wasn’t you, you can ignore this email. No one got into your account.',
    ],
    because: `someone tried to sign up for ${sender.provider} with this address`,
    sms: [
      `Someone tried to create a ${sender.provider} account with your email address. You already have one.`,
    ],
  })),
}

export type TemplateName = keyof typeof templates

/** The values of each message. */
export type TemplateValues = { [N in TemplateName]: Parameters<(typeof templates)[N]>[0] }

function dueIn({ dueAt, timeZone }: AboutDeletion): string {
  return momentIn(dueAt, timeZone)
}

function partsOfSchool({ schoolName, reason }: AboutSchool): Part[] {
  return [
    schoolName === null
      ? 'For your safety, we name the school and our reasons only to verified emails. Verify yours in your account.'
      : { facts: [['School', schoolName] satisfies [string, string]] },
    ...(reason === null ? [] : ['We wrote:', { quote: reason }]),
  ]
}
