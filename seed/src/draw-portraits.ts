/**
 * Draws the portraits of the demo learners into the folder portraits/, as the service stores pictures. Run it after a
 * change: `npx node seed/src/draw-portraits.ts`. Nobody on them exists.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Portrait } from './demo-learner.ts'
import { demoLearners } from './demo-learners.ts'

const edge = 512
const ink = '#1d1a26'

const hairs: Record<Portrait['hair'], (colour: string) => { behind?: string; front: string }> = {
  short: (colour) => ({
    front: `<path fill="${colour}" d="M150 232c-14-96 40-146 110-146 76 0 122 54 102 148-8-34-18-54-34-70-46 22-104 20-142 4-20 16-30 38-36 64z"/>`,
  }),
  curly: (colour) => ({
    front: `<g fill="${colour}"><circle cx="170" cy="182" r="40"/><circle cx="204" cy="132" r="46"/><circle cx="262" cy="112" r="48"/><circle cx="316" cy="140" r="44"/><circle cx="346" cy="190" r="38"/></g>`,
  }),
  long: (colour) => ({
    behind: `<path fill="${colour}" d="M138 420c-16-150-26-334 118-338 148-4 138 188 122 338z"/>`,
    front: `<path fill="${colour}" d="M156 236c0-92 44-128 100-128s104 40 100 130c-22-26-44-50-58-80-30 40-84 56-142 78z"/>`,
  }),
  bun: (colour) => ({
    behind: `<circle cx="256" cy="82" r="46" fill="${colour}"/>`,
    front: `<path fill="${colour}" d="M152 228c-6-90 44-130 104-130s112 40 104 132c-16-44-50-74-104-74s-88 28-104 72z"/>`,
  }),
  afro: (colour) => ({
    behind: `<circle cx="256" cy="196" r="140" fill="${colour}"/>`,
    front: `<path fill="${colour}" d="M156 226c2-72 46-104 100-104s98 34 100 104c-24-42-60-56-100-56s-78 16-100 56z"/>`,
  }),
  scarf: (colour) => ({
    behind: `<path fill="${colour}" d="M122 470c-6-180-26-394 134-396 162-2 140 216 134 396z"/>`,
    front: `<path fill="${colour}" fill-rule="evenodd" d="M256 84c104 0 132 96 122 190-6 66-50 132-122 132s-116-66-122-132c-10-94 18-190 122-190zm0 60c-62 0-84 56-80 112 4 60 34 112 80 112s76-52 80-112c4-56-18-112-80-112z"/>`,
  }),
  turban: (colour) => ({
    front: `<path fill="${colour}" d="M142 214c-22-92 44-148 114-148s138 56 114 148c-26-34-66-58-114-58s-88 24-114 58z"/><path fill="none" stroke="#0003" stroke-width="7" stroke-linecap="round" d="M156 186c40-44 84-70 150-78M176 134c40-26 76-38 122-36M214 160c48-16 96-18 142 12"/>`,
  }),
  braids: (colour) => ({
    behind: `<g fill="${colour}"><path d="M150 210c-30 60-34 130-26 206 10 20 38 20 46 0 2-70 6-120 10-170z"/><path d="M362 210c30 60 34 130 26 206-10 20-38 20-46 0-2-70-6-120-10-170z"/></g>`,
    front: `<path fill="${colour}" d="M154 232c-8-92 44-136 102-136s110 44 102 136c-12-36-52-66-98-92l-4-12-4 12c-46 26-86 56-98 92z"/>`,
  }),
}

const extras: Record<NonNullable<Portrait['extra']>, (hair: string) => string> = {
  glasses: () =>
    `<g fill="#fff3" stroke="${ink}" stroke-width="7"><circle cx="214" cy="252" r="34"/><circle cx="298" cy="252" r="34"/><path fill="none" d="M248 250q8-6 16 0"/></g>`,
  beard: (hair) =>
    `<path fill="${hair}" d="M160 262c4 96 44 136 96 136s92-40 96-136c-14 40-34 56-54 58-26-10-58-10-84 0-20-2-40-18-54-58z"/>`,
  earrings: () => `<g fill="#f4c95d"><circle cx="156" cy="296" r="9"/><circle cx="356" cy="296" r="9"/></g>`,
}

function svgOf({ ground, skin, hair, hairColour, beardColour, clothes, extra }: Portrait): string {
  const { behind = '', front } = hairs[hair](hairColour)
  const [from, to] = ground
  const ears = hair === 'scarf' ? '' : '<circle cx="156" cy="262" r="24"/><circle cx="356" cy="262" r="24"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 512 512">
<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="512" height="512" fill="url(#g)"/>
<g fill="#fff2"><circle cx="416" cy="96" r="120"/><circle cx="70" cy="400" r="150"/></g>
${behind}
<path fill="${clothes}" d="M48 512c8-88 84-128 148-134h120c64 6 140 46 148 134z"/>
<path fill="#0002" d="M196 378c12 44 108 44 120 0l14 2c-16 66-132 66-148 0z"/>
<path fill="${skin}" d="M210 330h92v58c-14 34-78 34-92 0z"/><path fill="#0002" d="M210 352c24 28 68 28 92 0v16c-24 26-68 26-92 0z"/>
<g fill="${skin}">${ears}<path d="M156 236c0-84 44-116 100-116s100 32 100 116c0 88-44 138-100 138s-100-50-100-138z"/></g>
<g fill="${ink}"><ellipse cx="214" cy="252" rx="11" ry="13"/><ellipse cx="298" cy="252" rx="11" ry="13"/></g>
<g fill="#fff"><circle cx="218" cy="247" r="4"/><circle cx="302" cy="247" r="4"/></g>
<g fill="none" stroke-linecap="round" stroke-width="8"><path stroke="${ink}" d="M192 218q22-14 44-4M276 214q22-10 44 4"/><path stroke="#0003" d="M256 262q-10 26 4 32"/></g>
<g fill="#e2556033"><circle cx="186" cy="294" r="20"/><circle cx="326" cy="294" r="20"/></g>
${extra === 'beard' ? extras.beard(beardColour ?? hairColour) : ''}
<path fill="none" stroke="#8d2f3a" stroke-width="9" stroke-linecap="round" d="M224 330q32 26 64 0"/>
${front}
${extra && extra !== 'beard' ? extras[extra](hairColour) : ''}
</svg>`
}

const folder = join(import.meta.dirname, 'portraits')
mkdirSync(folder, { recursive: true })
for (const { email, portrait } of demoLearners) {
  if (!portrait) continue
  const picture = await sharp(Buffer.from(svgOf(portrait)))
    .webp({ quality: 82 })
    .toBuffer()
  writeFileSync(join(folder, `${email.split('@')[0]}.webp`), picture)
}
