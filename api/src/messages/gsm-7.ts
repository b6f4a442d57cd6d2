/** Converts text to the GSM 7-bit alphabet (3GPP TS 23.038), in which 160 characters fit one SMS instead of 70. */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that count as two. */
const extended = new Set('^{}\\[~]|€')

export const segmentLength = 160

/** Removes accents that the alphabet lacks, and drops characters without an equivalent. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC').replace(/[’‘]/g, "'").replace(/[–—]/g, '-')]
    .map((character) => (isGsm7(character) ? character : withoutAccents(character)))
    .join('')
}

/** Returns the length in 7-bit characters. */
export function lengthInGsm7(text: string): number {
  return [...text].reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0)
}

/** Returns the longest beginning of the text that fits. */
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
