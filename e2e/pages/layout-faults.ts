/** Finds text that a reader cannot see whole: cut off, outside of its box, under another text or beyond the side of the page. */
import type { Page } from '@playwright/test'

/** One sentence for each fault of the page as it is shown now. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults)
}

/** Runs in the page. */
function findFaults(): string[] {
  type Text = { words: string; block: Element; rect: DOMRect }
  /** Fonts draw their lines a little higher than the lines of the layout. */
  const slackPx = 2
  const faults: string[] = []
  // Further down, the page lies under its header.
  scrollTo(0, 0)
  const beyondPx = document.documentElement.scrollWidth - innerWidth
  if (beyondPx > 0) faults.push(`the page scrolls sideways by ${beyondPx} px`)
  const texts = visibleTexts()
  for (const text of texts) {
    const fault = faultOfBox(text)
    if (fault) faults.push(`'${text.words}' ${fault}`)
  }
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1))
      if (isOver(one, other)) faults.push(`'${one.words}' and '${other.words}' overlap`)
  })
  return faults

  function visibleTexts(): Text[] {
    const found: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, textContent } = node
      const words = textContent?.trim() ?? ''
      if (!parent || !words || !isShown(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const rect = range.getBoundingClientRect()
      // The skip link waits above the page.
      if (rect.width > 0 && rect.bottom > 0)
        found.push({ words: words.slice(0, 40), block: blockOf(parent), rect })
    }
    return found
  }

  function isShown(element: Element): boolean {
    // Chromium leaves out the text of `content-visibility: auto` until it is near the window.
    const isDrawn = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
    if (!element.checkVisibility(isDrawn)) return false
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { clipPath, overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box)
      // Text for screen readers only, and what scrolls inside its own box or ends with an ellipsis.
      if (clipPath !== 'none' || overflowX === 'auto' || overflowX === 'scroll') return false
      if (textOverflow === 'ellipsis' || !['none', ''].includes(webkitLineClamp)) return false
    }
    return true
  }

  function blockOf(element: Element): Element {
    let block = element
    while (getComputedStyle(block).display.startsWith('inline') && block.parentElement)
      block = block.parentElement
    return block
  }

  /** The nearest box that a user sees, or that cuts its content off. */
  function faultOfBox({ block, rect }: Text): string | null {
    for (let box: Element | null = block; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const isPainted = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.borderBlockEndWidth !== '0px'
      const isCutting = style.overflowX !== 'visible'
      if (!isPainted && !isCutting) continue
      const edge = box.getBoundingClientRect()
      const outsidePx = Math.max(edge.left - rect.left, rect.right - edge.right)
      if (outsidePx > slackPx) return `is ${Math.round(outsidePx)} px too wide for its box`
      const belowPx = Math.max(edge.top - rect.top, rect.bottom - edge.bottom)
      if (belowPx > rect.height / 4) return `is ${Math.round(belowPx)} px too high for its box`
    }
    return null
  }

  /** A toast or veil may lie over a form, but not over the name of the page or of its platform. */
  function isOver(one: Text, other: Text): boolean {
    const widthPx = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
    const heightPx = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
    if (widthPx <= slackPx || heightPx <= Math.min(one.rect.height, other.rect.height) / 4) return false
    if (one.block.contains(other.block) || other.block.contains(one.block)) return false
    const below = [one, other].filter(({ block }) => !block.closest('.toasts, .form-frame-veil'))
    return below.length !== 1 || below[0]?.block.closest('h1, header') !== null
  }
}
