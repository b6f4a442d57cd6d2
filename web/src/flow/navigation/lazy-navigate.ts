import type { Platform } from '@foyer/contract/platforms'

/** Replaces this page. The table of all pages loads on demand, because it is too large for the first screen. */
export async function lazyNavigate(path: string, platform: Platform): Promise<void> {
  const module = await import('./navigate.ts')
  module.navigate(path, platform, { replace: true })
}
