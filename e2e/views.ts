/**
 * Lists the views in which the gallery takes pictures: widths, colour schemes, large text, right to left, forced
 * colours.
 */
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { setTextSize } from './text-size.ts'

export type View = {
  /** The caption of the picture, and the end of its file name. */
  name: string
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  textPercent?: number
  direction?: 'rtl'
  forcedColors?: 'active'
}

const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
const allWidths = sizes.map(({ width }) => width)
/** The widths for mails and for the pages of every platform; other states are shown at all widths. */
const fewWidths = [320, 1280]

const phone = { width: 390, height: 844, colorScheme: 'light' } as const
const desktop = { width: 1280, height: 800, colorScheme: 'light' } as const
const specialViews: View[] = [
  { ...phone, name: '390 px, text 200 %', textPercent: 200 },
  { ...phone, name: '390 px, forced colours', forcedColors: 'active' },
  { ...desktop, name: '1280 px, right to left', direction: 'rtl' },
]

/** Returns each width in light and dark, then the special views. */
export function viewsOf(widths: readonly number[]): View[] {
  const plain = sizes
    .filter(({ width }) => widths.includes(width))
    .flatMap((size) =>
      (['light', 'dark'] as const).map((colorScheme) => ({
        ...size,
        name: `${size.width} px, ${colorScheme}`,
        colorScheme,
      })),
    )
  return [...plain, ...specialViews]
}

/** Returns light and dark at two widths, or at the requested widths. */
export function fewViewsOf(widths: readonly number[]): View[] {
  const chosen = widths.length === allWidths.length ? fewWidths : widths
  return viewsOf(chosen).filter((view) => !specialViews.includes(view))
}

/** Parses `-- <part of a title> --widths 320,1280`. */
export function readGalleryArguments(args: string[]): { title: string; widths: number[] } {
  const { values, positionals } = parseArgs({
    args,
    options: { widths: { type: 'string' } },
    allowPositionals: true,
  })
  const widths = values.widths ? values.widths.split(',').map(Number) : allWidths
  const unknown = widths.filter((width) => !allWidths.includes(width))
  if (unknown.length > 0) throw new Error(`--widths takes ${allWidths.join(', ')}, not ${unknown.join(', ')}`)
  return { title: positionals.join(' ').toLowerCase(), widths }
}

/** Takes a picture of the whole page. */
export async function takePicture(page: Page, view: View, path: string): Promise<void> {
  await applyView(page, view)
  // Chromium resets the text size when Playwright captures more than the window, so the window is made as high as the
  // page.
  if (view.textPercent) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await applyView(page, { ...view, height: Math.max(height, view.height) })
  }
  await page.screenshot({ path, fullPage: !view.textPercent, animations: 'disabled' })
}

/** Applies the view's settings to the page. */
async function applyView(page: Page, view: View): Promise<void> {
  const { width, height, colorScheme, textPercent = 100, direction = 'ltr', forcedColors = 'none' } = view
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
  await setTextSize(page, textPercent)
  await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
}
