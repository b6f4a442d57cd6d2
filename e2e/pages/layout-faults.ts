/**
 * Finds text that a reader cannot fully see: cut off, outside its box, under another text or beyond the page's edge.
 */
import type { Page } from '@playwright/test'

/** Returns one sentence for each fault of the page in its current state. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults)
}

/** Runs in the page. Returns one sentence for each fault. */
function findFaults(): string[] {
  type Text = { words: string; block: Element; rect: DOMRect }
  /** Fonts draw slightly higher than their line boxes. */
  const slackPx = 2
  const faults: string[] = []
  // On a scrolled page, the header would cover text.
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
      // Ignores the skip link, which is above the page until it has the focus.
      if (rect.width > 0 && rect.bottom > 0)
        found.push({ words: words.slice(0, 40), block: blockOf(parent), rect })
    }
    return found
  }

  function isShown(element: Element): boolean {
    // Chromium does not lay out the text of `content-visibility: auto` until it is near the window.
    const isDrawn = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
    if (!element.checkVisibility(isDrawn)) return false
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { clipPath, overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box)
      // Ignores text only for screen readers, and text that scrolls inside its box or ends with an ellipsis.
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

  /** Checks the nearest ancestors that a user sees as a box or that clip their content. */
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

  function staysAtFoot(block: Element): boolean {
    for (let box: Element | null = block; box; box = box.parentElement) {
      const { position, bottom } = getComputedStyle(box)
      if (position === 'sticky' && bottom === '0px') return true
    }
    return false
  }

  /**
   * Returns true if one text covers another. A toast or veil may cover a form, but not the name of the page or
   * platform; what stays at the foot of the window covers what the user scrolls up.
   */
  function isOver(one: Text, other: Text): boolean {
    const widthPx = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
    const heightPx = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
    if (widthPx <= slackPx || heightPx <= Math.min(one.rect.height, other.rect.height) / 4) return false
    if (one.block.contains(other.block) || other.block.contains(one.block)) return false
    if (staysAtFoot(one.block) !== staysAtFoot(other.block)) return false
    const below = [one, other].filter(({ block }) => !block.closest('.toasts, .form-frame-veil'))
    return below.length !== 1 || below[0]?.block.closest('h1, header') !== null
  }
}
