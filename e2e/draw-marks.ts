/**
 * `npm run marks`: draws the marks of mails from the arches in the contract, and writes them to api/src/messages/marks.
 * A test compares the files with new drawings.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archMark, colourOf, markSize } from '@foyer/contract/families'
import { type Browser, chromium } from '@playwright/test'
import { markedPlatforms, markName, schemes } from '../api/src/messages/mark-names.ts'
import { chromiumLaunch } from './chromium.ts'

/** The size of a mark in a mail, and the number of image pixels per CSS pixel, for high-density screens. */
const sidePx = 40
const density = 3

export const marksFolder = join(import.meta.dirname, '../api/src/messages/marks')

/** Returns PNG images by file name without the extension. */
export async function drawMarks(browser: Browser): Promise<Map<string, Buffer>> {
  const page = await browser.newPage({ deviceScaleFactor: density })
  const drawn = new Map<string, Buffer>()
  for (const platform of markedPlatforms)
    for (const scheme of schemes) {
      const fill = colourOf(platform)[scheme]
      await page.setContent(
        `<body style="margin:0"><svg width="${sidePx}" height="${sidePx}" viewBox="0 0 ${markSize} ${markSize}" style="display:block"><path fill="${fill}" fill-rule="evenodd" d="${archMark(platform)}"/></svg>`,
      )
      const clip = { x: 0, y: 0, width: sidePx, height: sidePx }
      drawn.set(markName(platform, scheme), await page.screenshot({ omitBackground: true, clip }))
    }
  await page.context().close()
  return drawn
}

if (import.meta.main) {
  const browser = await chromium.launch(chromiumLaunch)
  const drawn = await drawMarks(browser)
  await browser.close()
  await rm(marksFolder, { recursive: true, force: true })
  await mkdir(marksFolder)
  for (const [name, image] of drawn) await writeFile(join(marksFolder, `${name}.png`), image)
}
