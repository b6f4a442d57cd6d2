/** Sends mails by SMTP with nodemailer, on a few persistent connections. */
import type { Transporter } from 'nodemailer'
import type { SmtpSettings } from '../../kernel/config/config.ts'
import { marksIn } from '../marks.ts'
import { type OutgoingMessage, SendError, type Sender } from './sender.ts'

const connectWithinMs = 5_000
const silentForMs = 15_000
const maxConnections = 4

export function createSmtpSender({ url, from }: SmtpSettings): Sender {
  let opening: Promise<Transporter> | undefined

  /** Loads nodemailer with the first mail, because processes that send none do not need it. */
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...(needsTls(url) && { requireTLS: true }),
      pool: true,
      maxConnections,
      // nodemailer must not repeat the mail itself: the server may have accepted it before the connection broke, and
      // the queue counts the attempts.
      maxRequeues: 0,
      dnsTimeout: connectWithinMs,
      connectionTimeout: connectWithinMs,
      greetingTimeout: connectWithinMs,
      socketTimeout: silentForMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      url,
    })
  }

  return {
    async send(message, signal) {
      opening ??= open()
      const transport = await opening
      await transport.sendMail({ ...mailOf(message, from), signal }).catch((error: Error) => {
        signal.throwIfAborted()
        throw sendError(error)
      })
    },
    close() {
      opening?.then((transport) => transport.close()).catch(() => {})
    },
  }
}

function mailOf({ id, to, replyTo, subject, text, html }: OutgoingMessage, from: SmtpSettings['from']) {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    ...(html && { html, attachments: marksIn(html) }),
    // The id is the same at every attempt, so that mailboxes show a duplicate once.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    // Help desks ignore automatic mails (RFC 3834). A mail with a reply address was written by a user.
    headers: {
      ...(!replyTo && { 'Auto-Submitted': 'auto-generated' }),
      'X-Auto-Response-Suppress': 'All',
    },
  }
}

/** Requires TLS for other hosts unless the URL turns it off, so that no code crosses a network unencrypted. */
function needsTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'smtp:' && !isHere && !searchParams.has('ignoreTLS') && !searchParams.has('requireTLS')
}

type SmtpFault = Error & { code?: string; responseCode?: number; command?: string }

/**
 * A refused recipient or content is final. A refused password or sender is not, because the operator can correct the
 * settings.
 */
function sendError(error: SmtpFault): SendError {
  const { code = 'smtp-failed', responseCode, command } = error
  const isRefused = responseCode !== undefined && responseCode >= 500
  const isFinal = isRefused && (command === 'RCPT TO' || command === 'DATA')
  return new SendError(responseCode ? `smtp-${responseCode} ${command ?? ''}`.trim() : code, {
    isFinal,
    cause: error,
  })
}
