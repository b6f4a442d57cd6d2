import type { Platform } from '@foyer/contract/platforms'

/** In place of this page, by the table of all pages, which a first screen has no room for. */
export async function moveLater(path: string, platform: Platform): Promise<void> {
  const { moveTo } = await import('./move-to.ts')
  moveTo(path, platform, { replace: true })
}
