/** Lists the partners: their names and logos (product 2.3), and the texts of those with pages of their own (product 2.1). */
import itu from './partners/itu.json' with { type: 'json' }
import ryan from './partners/ryan.json' with { type: 'json' }

type PageText = { path: string; title: string; lead: string; description: string }

type Partner = {
  name: string
  logo: { alt: string; width: number; height: number }
  pages?: {
    /** The explicit source of its sign-ups (product 5). */
    source: string
    'sign-in': PageText
    'sign-up': PageText
  }
}

/** By the value of `login_source`. The files are validated by partner-brand.ts. */
export const partners: Readonly<Record<string, Partner>> = { itu, ryan }

/** Returns null for an unknown name. */
export function partnerOf(name: string | null): Partner | null {
  return (name !== null && Object.hasOwn(partners, name) && partners[name]) || null
}
