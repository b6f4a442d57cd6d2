/** What people type and addresses they come from do not belong into analytics: cut out before anything is stored. */

type Payload = Record<string, string | number | boolean | null>

/** Queries and fragments of addresses, email addresses, phone numbers, and whatever looks like a token. */
const cuts: readonly [RegExp, string][] = [
  // The user of an address, then its query and fragment; of a path alone, too.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi, '$1'],
  [/((?:\b[a-z][a-z0-9+.-]*:\/\/|^\/|\s\/)[^\s?#]*)[?#]\S*/gi, '$1'],
  // `%40` ends a part like `@` does: two ways to read it would be tried in every combination.
  [/(?:[^\s@%:/?&=,;<>()]|%(?!40)){1,254}(?:@|%40)(?:[^\s@%/?&=,;<>()]|%(?!40)){3,254}/giu, '[email]'],
  [/(?:\+|\b00)\d[\d\s().-]{6,}\d/g, '[phone]'],
  [
    /(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)(?=[\w-]*\d)[\w-]{20,}(?:\.[\w-]+)*/gi,
    '[token]',
  ],
]

export function cleanPayload(payload: Payload): Payload {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
  )
}

function clean(text: string): string {
  return cuts.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
}
