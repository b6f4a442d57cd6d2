/** Marks on the <html> of each page which social providers are on, so that a first visit shows their buttons at once (product 3, 4). */
import { socialToggle, socialToggleId } from '@foyer/contract/routes/toggles'
import type { SocialProvider } from '@foyer/contract/social/providers'
import * as v from 'valibot'
import { type PageStore, type StoredPage, storePage } from '../../kernel/http/pages/page-store.ts'
import type { FeatureToggles } from './feature-toggles.ts'

/** A page is made anew only when the toggle has changed. While the toggle is unknown the pages keep the space of the buttons. */
export function withSocialMarks(store: PageStore, toggles: FeatureToggles): PageStore {
  const marked = new WeakMap<StoredPage, { marks: string; page: StoredPage }>()
  return {
    async find(name, platform) {
      const page = await store.find(name, platform)
      if (!page?.social) return page
      const known = await toggles.latest()
      if (!known) return page
      const marks = marksOf(page.social, known[socialToggleId])
      const last = marked.get(page)
      if (last?.marks === marks) return last.page
      const html = page.bytes.toString().replace('<html', `<html${marks}`)
      const next = { marks, page: storePage({ ...page, html }) }
      marked.set(page, next)
      return next.page
    },
  }
}

/** Returns the marks that the browser makes of a cached toggle (web/src/social/early-social.ts). */
function marksOf(configured: readonly SocialProvider[], toggle: unknown): string {
  const { success, output } = v.safeParse(socialToggle, toggle)
  const shown =
    success && output.enabled.web ? configured.filter((name) => output.providers.includes(name)) : []
  const mark = (name: string, isOn: boolean) => ` data-${name}="${isOn ? 'on' : 'off'}"`
  return (
    mark('social', shown.length > 0) + configured.map((name) => mark(name, shown.includes(name))).join('')
  )
}
