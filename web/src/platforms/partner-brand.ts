/**
 * Builds the brand of a partner's pages: the platform's brand with other texts, links and titles. Only the renderer loads
 * this file.
 */
import { platformFor } from '@foyer/contract/areas'
import { type PartnerPageName, pages, partnerPageNames } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import * as v from 'valibot'
import { filledIn } from './brand.ts'
import type { PageBrand } from './brand-shape.ts'
import type { PageData } from './page-context.ts'
import { partnerOf } from './partners.ts'

const sentence = v.pipe(v.string(), v.minLength(1))
const page = v.strictObject({ path: sentence, title: sentence, lead: sentence, description: sentence })
const pixels = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(max))

/** The schema of a partner's file. In texts, {platform} is the display name and {provider} the provider's name. */
export const partnerShape = v.strictObject({
  name: v.pipe(sentence, v.maxLength(16)),
  logo: v.strictObject({ alt: sentence, width: pixels(128), height: pixels(36) }),
  pages: v.optional(v.strictObject({ source: sentence, 'sign-in': page, 'sign-up': page })),
})

export type PartnerPage = {
  /** The page's name in the table of pages. */
  name: PartnerPageName
  /** The page that this partner's page replaces. */
  page: 'sign-in' | 'sign-up'
  /** The only platform with this page. */
  platform: Platform
  /** The value of `login_source`. */
  partner: string
}

export const partnerPages: readonly PartnerPage[] = partnerPageNames().map((name) => {
  const { partner, brands, paths } = pages[name]
  return { name, page: brands, platform: platformFor(paths.main ?? '', null), partner }
})

type Branded = { brand: PageBrand; paths: PageData['paths']; description: string }

/** Replaces the page's texts and links by the partner's. */
export function brandedPage(
  { page, platform, partner }: PartnerPage,
  { brand, paths, provider }: Omit<Branded, 'description'> & { provider: string },
): Branded {
  const found = partnerOf(partner)
  if (!found?.pages) throw new Error(`The partner ${partner} has no pages`)
  const { source, ...pages } = found.pages
  const text = (given: string) => filledIn(given, { platform: brand.displayName, provider })
  const query = new URLSearchParams({ platform, login_source: partner })
  const of = (name: 'sign-in' | 'sign-up') => ({
    title: text(pages[name].title),
    lead: text(pages[name].lead),
  })
  return {
    brand: {
      ...brand,
      signIn: { ...brand.signIn, ...of('sign-in') },
      signUp: of('sign-up'),
      partner: { name: found.name, source },
    },
    paths: {
      ...paths,
      signIn: `${pages['sign-in'].path}?${query}`,
      signUp: `${pages['sign-up'].path}?${query}`,
    },
    description: text(pages[page].description),
  }
}
