/** Draws the arches of the five families in their colours: the mark of Foyer where no family is meant. */
import { archPath, type Family, families } from '@foyer/contract/families'
import { html } from '../../html/html.ts'

const halfWidth = 34
const step = 88
const floor = 150
const names = Object.keys(families) as Family[]

/** The middle arch is the highest. */
const arches = names.map((family, index) => {
  const top = 24 + Math.abs(index - 2) * 22
  const x = 44 + index * step
  const [outer, inner] = [halfWidth, halfWidth - 9].map((half, inset) =>
    archPath(family, { x, top: top + inset * 9, floor, halfWidth: half }),
  )
  return html`<g class="arcade-${family}"><path d="${outer ?? ''}"/><path d="${inner ?? ''}"/></g>`
})

export const arcade = html`<svg class="arcade" viewBox="0 0 ${step * names.length} ${floor}" aria-hidden="true">${arches}</svg>`

export const arcadeStyle = names
  .map((family) => {
    const { light, dark } = families[family].colour
    return `.arcade-${family} { fill: light-dark(${light}, ${dark}) }`
  })
  .join('\n')
