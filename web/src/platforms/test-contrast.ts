/** Computes the contrast of colours for the tests of brands and logos. */

/** The backgrounds of text (theme.css). */
export const surfaces = { light: ['#FFFFFF', '#F7F8FB'], dark: ['#131B2E', '#0B1120'] } as const

/** Computes (L1 + 0.05) / (L2 + 0.05) from the relative luminances (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
