/**
 * Holds the look of Foyer's families that the demo sites belong to, copied from Foyer: a platform has the SDK alone, and
 * must draw its pages while Foyer does not answer. scripts/design-tokens.test.ts compares the copy with the contract.
 */
export type Family = {
  /** The name that Foyer's pages show for the platform. */
  name: string
  colour: { light: string; dark: string }
  /** The mark: SVG path data in a box of 32 × 32, filled by the rule `evenodd`. */
  mark: string
}

export const learning: Family = {
  name: 'Learning',
  colour: { light: '#1B4FD8', dark: '#8FB2FF' },
  mark: 'M3.5 30V14.5c0 -6.9 5.6 -12.5 12.5 -12.5s12.5 5.6 12.5 12.5V30zM10.5 30V18c0 -3.04 2.46 -5.5 5.5 -5.5s5.5 2.46 5.5 5.5V30z',
}

/** The neutral colours of Foyer's pages, light and dark. */
export const neutrals: Record<string, readonly [light: string, dark: string]> = {
  bg: ['#f7f8fb', '#0b1120'],
  surface: ['#ffffff', '#131b2e'],
  ink: ['#131a2b', '#edf1fa'],
  muted: ['#4b5468', '#a9b4c9'],
  line: ['#e3e7ef', '#263149'],
  'control-line': ['#767f93', '#7a869e'],
  'on-brand': ['#ffffff', '#0b1120'],
}
