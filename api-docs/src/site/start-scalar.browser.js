/**
 * Starts Scalar, which the page has loaded before. The page includes this function as text, so it must not use anything
 * outside itself. No setting may contact another host: no web fonts, no proxy, no telemetry, no client or agent of
 * Scalar's own site.
 */
export function startScalar() {
  window.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    theme: 'none',
    withDefaultFonts: false,
    telemetry: false,
    documentDownloadType: 'none',
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  })
}
