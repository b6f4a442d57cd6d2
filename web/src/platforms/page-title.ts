import type { PageData } from './page-context.ts'

/** '{Step} – {Platform} – {Provider}' (WCAG 2.4.2), marked while something is wrong. */
export function pageTitle(
  step: string,
  { brand, site }: Pick<PageData, 'brand' | 'site'>,
  hasError = false,
): string {
  const place = brand.displayName === site.provider ? [] : [brand.displayName]
  return `${hasError ? 'Error: ' : ''}${[step, ...place, site.provider].join(' – ')}`
}
