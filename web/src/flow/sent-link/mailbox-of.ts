/** Finds the web mailbox of an email address by its domain. */

type Mailbox = { name: string; url: string }

const gmail = { name: 'Gmail', url: 'https://mail.google.com/mail/' }
const outlook = { name: 'Outlook', url: 'https://outlook.live.com/mail/' }
const yahoo = { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' }
const icloud = { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' }
const proton = { name: 'Proton Mail', url: 'https://mail.proton.me/' }
const rediff = { name: 'Rediffmail', url: 'https://mail.rediff.com/' }
const zoho = { name: 'Zoho Mail', url: 'https://mail.zoho.com/' }
const aol = { name: 'AOL Mail', url: 'https://mail.aol.com/' }
const gmx = { name: 'GMX', url: 'https://www.gmx.com/' }

const mailboxes: Record<string, Mailbox> = {
  'gmail.com': gmail,
  'googlemail.com': gmail,
  'outlook.com': outlook,
  'outlook.in': outlook,
  'hotmail.com': outlook,
  'hotmail.in': outlook,
  'hotmail.co.uk': outlook,
  'live.com': outlook,
  'live.in': outlook,
  'msn.com': outlook,
  'yahoo.com': yahoo,
  'yahoo.in': yahoo,
  'yahoo.co.in': yahoo,
  'yahoo.co.uk': yahoo,
  'ymail.com': yahoo,
  'rocketmail.com': yahoo,
  'icloud.com': icloud,
  'me.com': icloud,
  'mac.com': icloud,
  'proton.me': proton,
  'protonmail.com': proton,
  'rediffmail.com': rediff,
  'zoho.com': zoho,
  'zohomail.com': zoho,
  'zoho.in': { ...zoho, url: 'https://mail.zoho.in/' },
  'zohomail.in': { ...zoho, url: 'https://mail.zoho.in/' },
  'aol.com': aol,
  'gmx.com': gmx,
}

/** Accepts masked addresses. Returns null for unknown domains and for phone numbers. */
export function mailboxOf(address: string): Mailbox | null {
  const domain = address.trim().toLowerCase().split('@')[1] ?? ''
  return Object.hasOwn(mailboxes, domain) ? (mailboxes[domain] ?? null) : null
}
