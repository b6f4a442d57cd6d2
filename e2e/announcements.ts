/** Reads a page's texts for screen readers from its live regions and from Chromium's accessibility tree. */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    said: string[]
  }
}

/** Records every text of the page's live regions as 'alert: …' or 'status: …'. Call it before `goto`. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    const before = new Map<Element, string>()
    window.said = said
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=alert], [role=status]')) {
        const text = (region.textContent ?? '').trim()
        if (text && text !== before.get(region) && region.checkVisibility())
          said.push(`${region.role}: ${text}`)
        before.set(region, text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => window.said)
}

type AxValue = { value?: string }
type AxNode = { nodeId: string; ignored: boolean; role?: AxValue; name?: AxValue; childIds?: string[] }

/** Returns the texts of the accessibility tree inside nodes of this role, or of the whole page. */
export async function textsInTree(page: Page, role?: string): Promise<string[]> {
  const client = await page.context().newCDPSession(page)
  const { nodes } = (await client.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await client.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const roots = nodes.filter(
    (node) => !node.ignored && (role ? node.role?.value === role : node === nodes[0]),
  )
  return roots.flatMap((root) => textsBelow(root, byId))
}

function textsBelow(node: AxNode, byId: Map<string, AxNode>): string[] {
  if (!node.ignored && node.role?.value === 'StaticText') return [node.name?.value ?? '']
  return (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id)
    return child ? textsBelow(child, byId) : []
  })
}
