/** Removes query parameters that only a popup or frame of a platform uses. */

/** Codes for a window are minted for its origin, with the challenge of its own attempt (RFC 7636). */
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
