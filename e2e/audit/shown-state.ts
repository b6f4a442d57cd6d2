/** Describes the appearance of a state without the parts that differ between visits, and hashes it. */
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'

/** Waits until the state has a known hash or no longer changes, and returns its hash. */
export async function hashOfState(page: Page, known: readonly string[]): Promise<string> {
  let hash = ''
  let equal = 0
  while (equal < 3) {
    const next = createHash('sha256')
      .update(await page.evaluate(describe))
      .digest('hex')
      .slice(0, 16)
    if (known.includes(next)) return next
    equal = next === hash ? equal + 1 : 0
    hash = next
    await page.waitForTimeout(100)
  }
  return hash
}

/** Runs in the page. Returns the page's HTML, and the style rules that match any of its elements. */
function describe(): string {
  const plainAttributes = ['class', 'd', 'viewBox', 'points', 'transform', 'role', 'type', 'autocomplete']
  const html = document.documentElement.cloneNode(true) as HTMLElement
  const unseen = 'script, style, link, meta, noscript, iframe, datalist'
  for (const element of html.querySelectorAll(unseen)) element.remove()
  // The texts of live regions depend on the moment.
  for (const region of html.querySelectorAll('#live-status, #live-alert')) region.textContent = ''
  for (const element of [html, ...html.querySelectorAll('*')]) {
    // Sorted, because React and the rendered page write attributes in different orders.
    const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1))
    for (const { name } of attributes) element.removeAttribute(name)
    // Renamed, because the pages' policy forbids style attributes and SVG validates its values.
    for (const { name, value } of attributes)
      element.setAttribute(`data-${name}`, plainAttributes.includes(name) ? value : lasting(value))
  }
  const walker = document.createTreeWalker(html, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    node.textContent = lasting(node.textContent?.replace(/^\S{1,2}$/, 'initials') ?? '')
  const sheets = [...document.styleSheets].filter(({ disabled }) => !disabled)
  return [html.outerHTML, ...sheets.flatMap(({ cssRules }) => rulesIn(cssRules))].join('\n')

  /** Replaces URLs, ids, references, tokens, times and names of built files, which differ between visits. */
  function lasting(text: string): string {
    return text
      .replace(/\b[A-Z\d]+(-[A-Z\d]+)+\b/g, 'reference')
      .replace(/(https?:\/\/|blob:|\/assets\/)\S+/g, 'address')
      .replace(/[^\s@<>,=&]+(@|%40)[\w.-]+/g, 'email')
      .replace(/\S•+\S*/g, 'masked')
      .replace(/[\w-]*\d[\w-]{11,}/g, 'id')
      .replace(/\d+/g, '0')
  }

  function rulesIn(rules: CSSRuleList): string[] {
    return [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? [rule.cssText] : []
      if (rule instanceof CSSGroupingRule)
        return [rule.cssText.split('{')[0] ?? '', ...rulesIn(rule.cssRules)]
      return [rule.cssText.replace(/\/assets\/[^")]+/g, 'address')]
    })
  }

  /**
   * Returns true if the selector matches an element, ignoring pseudo-elements and user states: `a:hover` counts if the
   * page has a link.
   */
  function isUsed(selector: string): boolean {
    const plain = selector.replace(
      /::?(?!root|has|is|where|not|nth|first|last|only|empty)[\w-]+(\([^)]*\))?/g,
      '',
    )
    try {
      return document.querySelector(plain) !== null
    } catch {
      return true
    }
  }
}
