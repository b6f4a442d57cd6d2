/**
 * Removes the query parameters that only a popup or a frame uses. A code for a window is bound to the window's origin and
 * to its PKCE challenge (RFC 7636).
 */
export function withoutWindow(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete('iframe')
  rest.delete('origin')
  if (!rest.has('redirect-url')) {
    rest.delete('code_challenge')
    rest.delete('code_challenge_method')
  }
  return rest
}
