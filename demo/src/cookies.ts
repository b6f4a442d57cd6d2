/** Reads a `Cookie` header; the first cookie of a name counts (RFC 6265 §5.4 sends the longest path first). */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header?.split(';') ?? []) {
    const [name = '', ...value] = pair.split('=')
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim())
  }
  return cookies
}

/**
 * Makes a `Set-Cookie` that scripts cannot read and POSTs of other sites do not carry. Lax, since the return from Foyer
 * is a navigation from another site. Over https a platform adds Secure and the `__Host-` prefix.
 */
export function cookie(name: string, value: string, maxAgeSeconds: number, path = '/'): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
}

export function droppedCookie(name: string, path = '/'): string {
  return cookie(name, '', 0, path)
}
