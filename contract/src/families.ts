/**
 * Defines the five families of platforms with their colour and arch, and the tints of single platforms; pages, mails,
 * /docs and the icon are drawn from them.
 */
import type { Platform } from './platforms.ts'

/** Has enough contrast as text on page and card, and as background of white or near-black text. */
type Colour = { light: string; dark: string }

type FamilyRow = {
  colour: Colour
  arch: Arch
  /** The wide arch behind a card, where it has a shape of its own. */
  hall?: Arch
}

/** The top of an arch: relative path commands from one side to the other, in units of half the arch's width. */
type Arch = {
  /** The height of the top, in the same unit. */
  rise: number
  top: string
}

export const families = {
  /** A round arch. */
  learning: {
    colour: { light: '#1B4FD8', dark: '#8FB2FF' },
    arch: { rise: 1, top: 'c0 -.552 .448 -1 1 -1s1 .448 1 1' },
  },
  /** A gable. */
  school: {
    colour: { light: '#0B6E69', dark: '#5AD6C8' },
    arch: { rise: 0.76, top: 'l1 -.76 1 .76' },
  },
  /** A pointed arch. */
  partner: {
    colour: { light: '#7A2C90', dark: '#E0A8F2' },
    arch: { rise: 1.24, top: 'c0 -.56 .42 -1.02 1 -1.24c.58 .22 1 .68 1 1.24' },
  },
  /** A stepped arch. In the hall three steps of 24 px rise from the corners of the card. */
  centre: {
    colour: { light: '#7A5200', dark: '#F2C14E' },
    arch: { rise: 0.72, top: 'v-.24h.3v-.24h.3v-.24h.8v.24h.3v.24h.3v.24' },
    hall: { rise: 0.225, top: 'h.3v-.075h.2v-.075h.2v-.075h.6v.075h.2v.075h.2v.075h.3' },
  },
  /** A square top. */
  internal: {
    colour: { light: '#33415C', dark: '#B9C6DE' },
    arch: { rise: 0.6, top: 'v-.6h2v.6' },
  },
} as const satisfies Record<string, FamilyRow>

export type Family = keyof typeof families

const platformFamilies: Record<Platform, Family> = {
  student: 'learning',
  school: 'school',
  recruitmentPlatform: 'school',
  svp: 'school',
  olympiadPartner: 'partner',
  centerHead: 'centre',
  centreAdmin: 'centre',
  professor: 'learning',
  serviceAdmin: 'internal',
  iqa: 'learning',
  apiDocs: 'internal',
  applicationFormAdmin: 'internal',
  admissionsCounsellor: 'internal',
  recruitmentUtils: 'internal',
}

export function familyOf(platform: Platform): Family {
  return platformFamilies[platform]
}

/** The platforms with a tint of their own, so that a user of several platforms of a family sees where they are. */
const ownColours: Partial<Record<Platform, Colour>> = {
  professor: { light: '#5A3FC4', dark: '#BBAEFF' },
  iqa: { light: '#0B6285', dark: '#7FCDF0' },
  recruitmentPlatform: { light: '#2C6A35', dark: '#93D69B' },
  centerHead: { light: '#5E5A0C', dark: '#D9D36A' },
  apiDocs: { light: '#2B4F55', dark: '#A9D0D6' },
  applicationFormAdmin: { light: '#533F68', dark: '#CFBDE6' },
  admissionsCounsellor: { light: '#653A55', dark: '#E6BBD8' },
  recruitmentUtils: { light: '#424F2E', dark: '#C3D2AC' },
}

export function colourOf(platform: Platform): Colour {
  return ownColours[platform] ?? families[familyOf(platform)].colour
}

type ArchPlace = {
  /** The horizontal centre. */
  x: number
  /** The vertical positions of the highest point and of the floor. */
  top: number
  floor: number
  halfWidth: number
}

/** Returns the arch of a family; with `hall` the one behind a card. */
export function archOf(family: Family, shape?: 'hall'): Arch {
  const row: FamilyRow = families[family]
  return (shape && row[shape]) ?? row.arch
}

/** Returns the SVG path of a family's arch, closed at the floor, in the units of `place`. */
export function archPath(family: Family, place: ArchPlace, shape?: 'hall'): string {
  const { x, top, floor, halfWidth } = place
  const arch = archOf(family, shape)
  const springing = rounded(top + arch.rise * halfWidth)
  const scaled = arch.top.replace(/-?\d*\.?\d+/g, (length) => String(rounded(Number(length) * halfWidth)))
  return `M${rounded(x - halfWidth)} ${floor}V${springing}${scaled}V${floor}z`
}

function rounded(length: number): number {
  return Math.round(length * 100) / 100
}

/** The side length of a mark's square box. */
export const markSize = 32

/**
 * Returns the SVG path of a platform's mark in a box of 32 × 32, to be filled with the rule `evenodd`: the family's
 * arch with a door cut out, or the platform's own mark.
 */
export function archMark(platform: Platform): string {
  return ownMarks[platform] ?? familyMark(familyOf(platform))
}

/** Returns the mark of a family: its arch with a door cut out. */
export function familyMark(family: Family): string {
  const outer = archPath(family, { x: 16, top: 2, floor: 30, halfWidth: 12.5 })
  return outer + archPath(family, { x: 16, top: 12.5, floor: 30, halfWidth: 5.5 })
}

/** The verification portal's mark has a seal instead of the door. */
const seal = 'M22.5 20.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 1 1 13 0z'
const tick = 'M15 24.6l-3.7-3.7 1.6-1.6 2.1 2.1 4.3-4.4 1.6 1.6z'
const sealedMark = archPath('school', { x: 16, top: 2, floor: 30, halfWidth: 12.5 }) + seal + tick

/** The platforms whose mark differs from the family's. */
const ownMarks: Partial<Record<Platform, string>> = { svp: sealedMark }
