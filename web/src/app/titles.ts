import { sentences } from '@foyer/contract/sentences'
import type { Brand } from '../platforms/brand-shape.ts'
import type { RenderedPageName } from '../platforms/rendered-pages.ts'

/** Title and description a page is rendered with; steps change the title later. */
export function pageMeta(page: RenderedPageName, brand: Brand): { title: string; description: string } {
  if (page === 'sign-in' || page === 'account') return brand.meta[page]
  return { title: titles[page], description: brand.meta['sign-in'].description }
}

export const titles = {
  logout: 'Signing out',
  'not-found': sentences.pageNotFound,
  'invalid-url': sentences.invalidUrl,
  'error-test': 'Error test',
} as const
