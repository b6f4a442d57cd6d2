/**
 * Defines the look of the families that the demo sites belong to, copied from Foyer's contract. A platform has only the
 * SDK, and must render its pages while Foyer does not answer. scripts/design-tokens.test.ts compares the copy with the
 * contract.
 */
export type Family = {
  colour: { light: string; dark: string }
  /** The mark: SVG path data in a box of 32 × 32, filled by the rule `evenodd`. */
  mark: string
}

export const learning: Family = {
  colour: { light: '#1B4FD8', dark: '#8FB2FF' },
  mark: 'M3.5 30V14.5c0 -6.9 5.6 -12.5 12.5 -12.5s12.5 5.6 12.5 12.5V30zM10.5 30V18c0 -3.04 2.46 -5.5 5.5 -5.5s5.5 2.46 5.5 5.5V30z',
}

const schoolColour = { light: '#0B6E69', dark: '#5AD6C8' }

export const school: Family = {
  colour: schoolColour,
  mark: 'M3.5 30V11.5l12.5 -9.5 12.5 9.5V30zM10.5 30V16.68l5.5 -4.18 5.5 4.18V30z',
}

/** The verification portal's mark has a seal instead of the door. */
export const verification: Family = {
  colour: schoolColour,
  mark: 'M3.5 30V11.5l12.5 -9.5 12.5 9.5V30zM22.5 20.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 1 1 13 0zM15 24.6l-3.7-3.7 1.6-1.6 2.1 2.1 4.3-4.4 1.6 1.6z',
}

export const partner: Family = {
  colour: { light: '#7A2C90', dark: '#E0A8F2' },
  mark: 'M3.5 30V17.5c0 -7 5.25 -12.75 12.5 -15.5c7.25 2.75 12.5 8.5 12.5 15.5V30zM10.5 30V19.32c0 -3.08 2.31 -5.61 5.5 -6.82c3.19 1.21 5.5 3.74 5.5 6.82V30z',
}

export const centre: Family = {
  colour: { light: '#7A5200', dark: '#F2C14E' },
  mark: 'M3.5 30V11v-3h3.75v-3h3.75v-3h10v3h3.75v3h3.75v3V30zM10.5 30V16.46v-1.32h1.65v-1.32h1.65v-1.32h4.4v1.32h1.65v1.32h1.65v1.32V30z',
}

const grey = { light: '#33415C', dark: '#B9C6DE' }

export const internal: Family = {
  colour: grey,
  mark: 'M3.5 30V9.5v-7.5h25v7.5V30zM10.5 30V15.8v-3.3h11v3.3V30z',
}

/** The Zoom stand-in belongs to none of Foyer's families: grey, with a camera instead of an arch. */
export const meetings: Family = {
  colour: grey,
  mark: 'M5 8h13a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3h-13a3 3 0 0 1 -3 -3v-10a3 3 0 0 1 3 -3zM23 14l7 -4v12l-7 -4z',
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
