/**
 * `npm run marks`: draws the marks of mails from the arches of the contract, and writes them into
 * api/src/outbox/mark-images.ts. A test compares the file with new drawings.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archMark, families, familyOf, markSize } from '@foyer/contract/families'
import { type Browser, chromium } from '@playwright/test'
import { markedPlatforms, type Scheme } from '../api/src/outbox/marks.ts'
import { chromiumLaunch } from './chromium.ts'

/** The side of a mark in a mail, and the pixels of the image for each of it, for dense screens. */
const sidePx = 40
const density = 3

/** Returns PNG images in base64, by platform. */
export async function drawMarks(browser: Browser): Promise<Record<string, Record<Scheme, string>>> {
  const page = await browser.newPage({ deviceScaleFactor: density })
  const drawn: Record<string, Record<Scheme, string>> = {}
  for (const platform of markedPlatforms) {
    const { colour } = families[familyOf(platform)]
    const draw = async (fill: string) => {
      await page.setContent(
        `<body style="margin:0"><svg width="${sidePx}" height="${sidePx}" viewBox="0 0 ${markSize} ${markSize}" style="display:block"><path fill="${fill}" fill-rule="evenodd" d="${archMark(platform)}"/></svg>`,
      )
      const clip = { x: 0, y: 0, width: sidePx, height: sidePx }
      return (await page.screenshot({ omitBackground: true, clip })).toString('base64')
    }
    drawn[platform] = { light: await draw(colour.light), dark: await draw(colour.dark) }
  }
  await page.context().close()
  return drawn
}

if (import.meta.main) {
  const browser = await chromium.launch(chromiumLaunch)
  const drawn = await drawMarks(browser)
  await browser.close()
  const rows = Object.entries(drawn).map(
    ([platform, { light, dark }]) =>
      `  ${platform}: {\n    light:\n      '${light}',\n    dark:\n      '${dark}',\n  },`,
  )
  const file = `/** Holds the marks of mails as PNG images of 120 × 120 pixels in base64. Drawn by \`npm run marks\` from the arches of the contract. */\nexport const markImages = {\n${rows.join('\n')}\n}\n`
  await writeFile(join(import.meta.dirname, '../api/src/outbox/mark-images.ts'), file)
}
