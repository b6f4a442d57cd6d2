/** Rules of a later step, fetched with its code: what every page has is in the page itself. */

/** Comes to an end even where the sheet did not arrive: a plain step is better than none. */
export function loadSheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const { promise, resolve } = Promise.withResolvers<void>()
  link.onload = () => resolve()
  link.onerror = () => resolve()
  document.head.append(link)
  return promise
}
