/** Suggests a correction if the domain of an email address looks mistyped. The user decides. */

/** The most common mail domains. Real domains with similar names are in `alsoReal`. */
const common = [
  'gmail.com',
  'yahoo.com',
  'yahoo.in',
  'yahoo.co.in',
  'outlook.com',
  'outlook.in',
  'hotmail.com',
  'hotmail.co.uk',
  'live.com',
  'icloud.com',
  'rediffmail.com',
  'googlemail.com',
  'protonmail.com',
  'proton.me',
  'zoho.com',
  'aol.com',
  'msn.com',
  'ymail.com',
  'mail.com',
  'gmx.com',
]
const alsoReal = new Set([
  'email.com',
  'gmx.net',
  'gmx.de',
  'hotmail.in',
  'live.in',
  'zoho.in',
  'mac.com',
  'me.com',
  'hey.com',
])

const farthest = 2

export function meantMail(typed: string): string | null {
  const [, name, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim().toLowerCase()) ?? []
  if (!name || !domain || common.includes(domain) || alsoReal.has(domain)) return null
  const meant = domain.includes('.')
    ? nearest(domain, common)
    : common.find((one) => one.startsWith(`${domain}.`))
  return meant ? `${typed.trim().slice(0, name.length)}@${meant}` : null
}

/**
 * Returns the nearest domain, or null if too many letters differ. Short domains may differ in only one letter, because
 * otherwise any two of them would match.
 */
function nearest(domain: string, among: readonly string[]): string | null {
  const max = domain.length < 8 ? 1 : farthest
  const measured = among.map((one) => ({ one, distance: distance(domain, one) }))
  measured.sort((a, b) => a.distance - b.distance)
  const [best] = measured
  return best && best.distance <= max ? best.one : null
}

/** Counts missing, additional, changed and swapped letters (Damerau–Levenshtein distance). */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= to.length; j += 1) {
      const changed = cell(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwap ? cell(i - 2, j - 2) + 1 : changed
      row.push(Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, changed, swapped))
    }
  }
  return cell(from.length, to.length)
}
