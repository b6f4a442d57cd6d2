/**
 * Starts Scalar, which the page loads before. The page carries this function as text, so it uses nothing from outside. No
 * setting may ask another host: no web fonts, no proxy, no telemetry, no client or agent of Scalar's own site.
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
