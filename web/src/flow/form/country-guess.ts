/** Guesses the country of a national phone number. */

/** The countries of most users, whose browsers often say en-US. */
const byTimeZone: Record<string, string> = {
  'Asia/Kolkata': 'IN',
  'Asia/Calcutta': 'IN',
  'Asia/Dhaka': 'BD',
  'Asia/Karachi': 'PK',
  'Asia/Colombo': 'LK',
  'Asia/Kathmandu': 'NP',
  'Asia/Katmandu': 'NP',
  'Asia/Dubai': 'AE',
  'Asia/Riyadh': 'SA',
  'Asia/Qatar': 'QA',
  'Asia/Singapore': 'SG',
  'Asia/Kuala_Lumpur': 'MY',
  'Europe/London': 'GB',
}

/** Returns an ISO 3166-1 alpha-2 code. The time zone counts first: the language's region is often a default. */
export function guessCountry(): string | undefined {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return byTimeZone[zone] ?? regionOf(navigator.language)
}

function regionOf(language: string): string | undefined {
  const region = /-([a-z]{2})(?:-|$)/i.exec(language)?.[1]
  return region?.toUpperCase()
}
