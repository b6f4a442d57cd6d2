import type { Platform } from '@foyer/contract/platforms'

/** In place of this page, by the table of all pages, which a first screen has no room for. */
export async function moveLater(path: string, platform: Platform): Promise<void> {
  const module = await import('./move-to.ts')
  module.moveTo(path, platform, { replace: true })
}
