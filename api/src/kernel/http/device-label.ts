/** Names the browser and operating system of a User-Agent header, so that users recognise their own sessions. */

/** Ordered: most browsers also name the browser that they derive from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bUC ?Browser\//, 'UC Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Ordered: Android also names Linux, and an iPhone also names Mac OS X. */
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a label such as 'Chrome on Android', the one name that is known, or null. */
export function deviceLabel(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}

function nameIn(table: readonly [RegExp, string][], userAgent: string): string | null {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}
