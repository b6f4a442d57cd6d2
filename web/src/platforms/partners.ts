/** Lists the partners: their names and logos (product 2.3), and the texts of partners with pages of their own (product 2.1). */
import itu from './partners/itu.json' with { type: 'json' }
import ryan from './partners/ryan.json' with { type: 'json' }

type PageText = { path: string; title: string; lead: string; description: string }

type Partner = {
  name: string
  logo: { alt: string; width: number; height: number }
  pages?: {
    /** The explicit source of sign-ups on the partner's pages (product 5). */
    source: string
    'sign-in': PageText
    'sign-up': PageText
  }
}

/** Partners by the value of `login_source`. partner-brand.ts validates the files. */
export const partners: Readonly<Record<string, Partner>> = { itu, ryan }

/** Returns null for an unknown name. */
export function partnerOf(name: string | null): Partner | null {
  return (name !== null && Object.hasOwn(partners, name) && partners[name]) || null
}
