/** Draws the arches behind a page as static SVG, and holds the shape of the family's mark for `<Mark>`. */
import { archMark, archPath, type Family, families, familyOf } from '@foyer/contract/families'
import type { Platform } from '@foyer/contract/platforms'

/** Half the width of the middle arch, in px: to the edge of the lit part, of the band and of both lines. */
const middle = { light: 285, band: 308, inner: 320, outer: 331 }

/** Half the width of a door next to the arch, in px. */
const door = { opening: 86, band: 95, line: 104 }

/** The doors on one side: px from the middle, px above the floor, and scale. They shrink with the distance. */
const doors = [
  { x: 446, top: 330, scale: 1 },
  { x: 656, top: 268, scale: 0.94 },
  { x: 852, top: 218, scale: 0.88 },
  { x: 1034, top: 176, scale: 0.82 },
]

const floorPx = 64
/** Lower than any window is high. */
const below = 3000

/**
 * Returns the SVG element that stands before the page. It has no text and no role. A panel beside the form takes the
 * place of all arches but a phone's.
 */
export function arcade(platform: Platform, hasPanel: boolean): string {
  const family = familyOf(platform)
  const arch = (halfWidth: number, outermost: number) => concentric(family, halfWidth, outermost)
  const path = (name: string, d: string) => `<path class="arcade-${name}" d="${d}"/>`
  const one = [
    path('line', arch(door.line, door.line)),
    path('band', arch(door.band, door.line)),
    path('door', arch(door.opening, door.line)),
  ].join('')
  const side = doors.map(
    ({ x, top, scale }) => `<use href="#door" transform="translate(${x} ${-top - floorPx})scale(${scale})"/>`,
  )
  const wide = [
    `<defs><g id="doors">${side.join('')}</g></defs>`,
    '<svg x="50%" y="100%"><g class="arcade-sides"><use href="#doors"/><use href="#doors" transform="scale(-1 1)"/></g></svg>',
    '<svg x="50%"><g class="arcade-middle">',
    path('line', arch(middle.outer, middle.outer)),
    path('line', arch(middle.inner, middle.outer)),
    path('band', arch(middle.band, middle.outer)),
    path('light', arch(middle.light, middle.outer)),
    '</g></svg>',
    `<rect class="arcade-floor" y="100%" width="100%" height="${floorPx}" transform="translate(0 ${-floorPx})"/>`,
  ]
  return [
    '<svg class="arcade" aria-hidden="true">',
    `<defs><path id="mark" d="${archMark(platform)}"/><g id="door">${one}</g></defs>`,
    '<svg class="arcade-phone" x="100%"><use href="#door" transform="translate(-88 12)scale(.66)"/></svg>',
    ...(hasPanel ? [] : wide),
    '</svg>',
  ].join('')
}

/** Returns an arch that is parallel to the outermost one, whose highest point is at 0. */
function concentric(family: Family, halfWidth: number, outermost: number): string {
  const rise = (half: number) => families[family].arch.rise * half
  return archPath(family, { x: 0, top: rise(outermost) - rise(halfWidth), floor: below, halfWidth })
}
