/** What messages say. The text alone carries everything; no subject holds a code. */

/** Who writes. */
export type Sender = { provider: string; supportEmail: string; baseUrl: string }

/** What each message is about. */
export type TemplateValues = {
  'otp-code': { code: string; minutes: number; firstName: string }
  'new-device': { firstName: string; platform: string; device: string | null; at: Date }
  'session-ended-for-safety': { firstName: string; platform: string }
}
export type TemplateName = keyof TemplateValues

export type Rendered = { subject: string; text: string }

type Template<V> = { subject(values: V, sender: Sender): string; lines(values: V, sender: Sender): string[] }

const templates: { [N in TemplateName]: Template<TemplateValues[N]> } = {
  'otp-code': {
    subject: (_, { provider }) => `Your ${provider} sign-in code`,
    lines: ({ code, minutes, firstName }, { supportEmail }) => [
      `Hello ${firstName},`,
      `your code is ${code}. It is good for ${minutes} minutes.`,
      `Nobody of ours will ever ask for it. If you did not want to sign in, you need do nothing; questions: ${supportEmail}.`,
    ],
  },
  'new-device': {
    subject: () => 'You signed in from a new device',
    lines: ({ firstName, platform, device, at }, { supportEmail }) => [
      `Hello ${firstName},`,
      `you signed in to ${platform}${device ? ` with ${device}` : ''} on ${at.toUTCString()}.`,
      `If this was not you, change your password and write to ${supportEmail}.`,
    ],
  },
  'session-ended-for-safety': {
    subject: () => 'We signed you out for your safety',
    lines: ({ firstName, platform }, { supportEmail }) => [
      `Hello ${firstName},`,
      `your session on ${platform} was used from two places at once, so we ended it. Please sign in again.`,
      `If this was not you, change your password and write to ${supportEmail}.`,
    ],
  },
}

export function renderMessage<N extends TemplateName>(
  sender: Sender,
  name: N,
  medium: 'email' | 'sms',
  values: TemplateValues[N],
): Rendered {
  const template = templates[name] as Template<TemplateValues[N]>
  if (medium === 'sms' && name === 'otp-code') {
    const { code } = values as TemplateValues['otp-code']
    const text = `${code} is your ${sender.provider} code.\n\n@${new URL(sender.baseUrl).hostname} #${code}`
    return { subject: '', text }
  }
  return {
    subject: template.subject(values, sender),
    text: [...template.lines(values, sender), sender.provider].join('\n\n'),
  }
}
