import type { PageData } from './page-context.ts'

/**
 * Returns '{Step} – {Platform} – {Provider}' (WCAG 2.4.2), with a prefix while the form has an error, and with a partner's
 * name.
 */
export function pageTitle(
  step: string,
  { brand, site }: Pick<PageData, 'brand' | 'site'>,
  hasError = false,
): string {
  const place = brand.displayName === site.provider ? [] : [brand.displayName]
  if (brand.partner) place.unshift(brand.partner.name)
  return `${hasError ? 'Error: ' : ''}${[step, ...place, site.provider].join(' – ')}`
}
