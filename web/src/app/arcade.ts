/** Draws the arches behind a page as static SVG, and defines the family's mark that `<Mark>` uses. */
import { archMark, archOf, archPath, type Family, familyOf } from '@foyer/contract/families'
import type { Platform } from '@foyer/contract/platforms'

/** Half widths of the middle arch in px: to the edge of the lit part, of the band and of both lines. */
const middle = { light: 320, band: 343, inner: 355, outer: 366 }

/** Half widths of a door next to the middle arch, in px. */
const door = { opening: 86, band: 95, line: 104 }

/** The doors on one side: px from the middle, px above the floor, and scale. Doors shrink with the distance. */
const doors = [
  { x: 481, top: 330, scale: 1 },
  { x: 691, top: 268, scale: 0.94 },
  { x: 887, top: 218, scale: 0.88 },
  { x: 1069, top: 176, scale: 0.82 },
]

/** Bottom edge of the arches in px, below the edge of any window. */
const below = 3000

/**
 * Returns the SVG element that precedes the page. The drawing has no text and no role. Pages with a panel have no arches,
 * except on a phone.
 */
export function arcade(platform: Platform, hasPanel: boolean): string {
  const family = familyOf(platform)
  const arch = (halfWidth: number, outermost: number) => concentric(family, halfWidth, outermost)
  const hall = (halfWidth: number) => concentric(family, halfWidth, middle.outer, 'hall')
  const path = (name: string, d: string) => `<path class="arcade-${name}" d="${d}"/>`
  const one = [
    path('line', arch(door.line, door.line)),
    path('band', arch(door.band, door.line)),
    path('door', arch(door.opening, door.line)),
  ].join('')
  const side = doors.map(
    ({ x, top, scale }) => `<use href="#door" transform="translate(${x} ${-top})scale(${scale})"/>`,
  )
  const wide = [
    `<defs><g id="doors">${side.join('')}</g></defs>`,
    '<svg x="50%" y="100%"><g class="arcade-sides"><use href="#doors"/><use href="#doors" transform="scale(-1 1)"/></g></svg>',
    '<svg x="50%"><g class="arcade-middle">',
    path('line', hall(middle.outer)),
    path('line', hall(middle.inner)),
    path('band', hall(middle.band)),
    path('light', hall(middle.light)),
    path('glow', hall(middle.light)),
    '</g></svg>',
    '<rect class="arcade-floor" y="100%" width="100%" height="100%"/>',
  ]
  return [
    '<svg class="arcade" aria-hidden="true">',
    `<defs><path id="mark" d="${archMark(platform)}"/><g id="door">${one}</g></defs>`,
    '<svg class="arcade-phone" x="100%"><use href="#door" transform="translate(-88 12)scale(.66)"/></svg>',
    ...(hasPanel ? [] : wide),
    '</svg>',
  ].join('')
}

/** Returns an arch that is parallel to the outermost arch. The highest point of the outermost arch is at 0. */
function concentric(family: Family, halfWidth: number, outermost: number, shape?: 'hall'): string {
  const { rise } = archOf(family, shape)
  return archPath(family, { x: 0, top: rise * (outermost - halfWidth), floor: below, halfWidth }, shape)
}
