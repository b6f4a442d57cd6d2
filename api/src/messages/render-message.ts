/** Renders a template to subject, text and HTML. The text contains everything that a reader needs. */
import type { Channel } from '@foyer/contract/contact'
import { platformNames } from '@foyer/contract/platform-names'
import { cutToGsm7, lengthInGsm7, segmentLength, toGsm7 } from './gsm-7.ts'
import { layOut } from './html-layout.ts'
import type { Installation, MessageSender, Part, Texts } from './message-parts.ts'
import { type TemplateName, type TemplateValues, templates } from './templates.ts'

export type Rendered = {
  /** Empty for an SMS. */
  subject: string
  text: string
  html?: string | undefined
}

type Recipient = { channel: Channel; to: string }

export function renderMessage<N extends TemplateName>(
  installation: Installation,
  name: N,
  { channel, to }: Recipient,
  values: TemplateValues[N],
): Rendered {
  const write = templates[name] as (values: TemplateValues[N], sender: MessageSender) => Texts
  const { baseUrl, provider, supportEmail } = installation
  const sender = {
    ...installation,
    platformName: platformNames[values.platform].displayName,
    address: channel === 'email' ? to : null,
  }
  const { hostname } = new URL(baseUrl)
  if (channel === 'sms') {
    // Shortened, because a long provider name would leave no room for the code.
    const { sms } = write(values, { ...sender, provider: cutToGsm7(toGsm7(provider), 30).trim() })
    return { subject: '', text: smsText(sms, hostname) }
  }
  const { subject, preview, heading = subject, body, because, footer: ownFooter } = write(values, sender)
  const parts = ownFooter ? body : [greet(values.firstName), ...body]
  const footer = [
    ownFooter ?? `Questions? Write to ${supportEmail}.`,
    `You get this because ${because}.`,
    `${provider} · ${hostname}`,
  ]
  return {
    subject,
    text: [...parts.map(textOf), [signature, ...footer].join('\n')].join('\n\n'),
    html: layOut({ title: subject, preview, provider, platform: values.platform, heading, parts, footer }),
  }
}

/** The line above a signature (RFC 3676 §4.3): mail programs set off what follows, and leave it out of replies. */
const signature = '-- '

/** Users choose their names: one that could be read as a link or contains markup is left out. */
function greet(firstName: string): string {
  return /^[\p{L}\p{M}\p{Nd}'’ -]{1,40}$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,'
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part
  if ('quote' in part) return part.quote.replace(/^/gm, '> ')
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('code' in part) return part.code
  return `${part.label}:\n${'also' in part ? part.also : part.link}`
}

/**
 * Fits the text into one SMS. The last line binds a code to our host, so that browsers offer it on our pages only
 * (WebOTP). A link is never cut and may need a second segment.
 */
function smsText(parts: readonly Part[], host: string): string {
  const links = parts.flatMap((part) => (typeof part === 'object' && 'link' in part ? [part.link] : []))
  const lines = parts.flatMap((part) => {
    if (typeof part === 'string') return [toGsm7(part)]
    return 'code' in part ? [`@${host} #${part.code}`] : []
  })
  const [sentence = '', ...last] = lines
  const room = segmentLength - last.reduce((sum, line) => sum + lengthInGsm7(line) + 2, 0)
  return [cutToGsm7(sentence, Math.max(room, 0)), ...last, ...links].join('\n\n')
}
