/** The alphabet of short messages (3GPP TS 23.038): in it 160 characters are one message, outside it 70. */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Each takes the place of two. */
const extended = new Set('^{}\\[~]|€')

export const segmentLength = 160

/** Letters lose the accents that the alphabet lacks; what has no letter there is left out. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC').replace(/[’‘]/g, "'").replace(/[–—]/g, '-')]
    .map((character) => (isGsm7(character) ? character : withoutAccents(character)))
    .join('')
}

/** How much of a message this takes. */
export function lengthInGsm7(text: string): number {
  return [...text].reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0)
}

/** The beginning that fits. */
export function cutToGsm7(text: string, length: number): string {
  let taken = ''
  for (const character of text) {
    if (lengthInGsm7(taken + character) > length) break
    taken += character
  }
  return taken
}

function isGsm7(character: string): boolean {
  return basic.has(character) || extended.has(character)
}

function withoutAccents(character: string): string {
  return [...character.normalize('NFKD')].filter(isGsm7).join('')
}
