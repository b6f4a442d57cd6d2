/** Names the images of the families' marks, and references them in the HTML of mails (docs/decisions/messages.md). */
import { archMark, colourOf } from '@foyer/contract/families'
import { type Platform, platforms } from '@foyer/contract/platforms'

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** The first platform of each distinct mark. */
export const markedPlatforms: readonly Platform[] = platforms.filter(
  (platform) => sameMark(platform) === platform,
)

/** Returns the name of the image file of a platform's mark, without its extension. */
export function markName(platform: Platform, scheme: Scheme): string {
  return `${sameMark(platform)}-${scheme}`
}

/** Returns the content id (RFC 2392) of an image in a mail. */
export function markCid(name: string): string {
  return `${name}@marks.foyer`
}

function sameMark(platform: Platform): Platform {
  const look = (one: Platform) => colourOf(one).light + archMark(one)
  return platforms.find((other) => look(other) === look(platform)) ?? platform
}
