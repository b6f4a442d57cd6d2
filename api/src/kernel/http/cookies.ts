/** Reads the cookies of a request. */

/** Returns the value of every cookie of this name, in the order that the browser sent them. */
export function cookiesNamed(header: string | undefined, name: string): string[] {
  if (header === undefined) return []
  return header.split(';').flatMap((part) => {
    const [key, value = ''] = part.trim().split('=', 2)
    return key === name ? [value] : []
  })
}
