/** Lists the looks of a résumé's texts: sizes and distances in points on a page of A4. */
import type { Weight } from './fonts.ts'

export const pageSize = { width: 595.28, height: 841.89 }
export const margins = { top: 48, bottom: 52, side: 54 }
export const textWidth = pageSize.width - 2 * margins.side

/** The tag of a text in the structure of the PDF (ISO 32000-1 §14.8.4). */
export type Tag = 'H1' | 'H2' | 'H3' | 'P'

export type Style = {
  tag: Tag
  size: number
  weight: Weight
  /** From one baseline to the next. */
  lineHeight: number
  color: string
  spaceBefore: number
  maxLines: number
  /** Stays on the page of what follows. */
  keepsWithNext?: true
}

const ink = '#1b1f24'
const quiet = '#555d66'
/** The colour of links and headings; 7:1 on white. */
export const accent = '#1c4f8f'

const base = { tag: 'P', weight: '400Regular', color: ink, spaceBefore: 0 } as const
export const styles = {
  name: { ...base, tag: 'H1', size: 22, weight: '700Bold', lineHeight: 31, maxLines: 2 },
  headline: { ...base, size: 11.5, lineHeight: 17, maxLines: 2 },
  contacts: { ...base, size: 9.5, lineHeight: 14, color: quiet, maxLines: 2 },
  about: { ...base, size: 9.5, lineHeight: 14, spaceBefore: 8, maxLines: 12 },
  heading: {
    ...base,
    tag: 'H2',
    size: 12,
    weight: '700Bold',
    lineHeight: 18,
    color: accent,
    spaceBefore: 12,
    maxLines: 1,
    keepsWithNext: true,
  },
  title: {
    ...base,
    tag: 'H3',
    size: 10,
    weight: '700Bold',
    lineHeight: 14.5,
    spaceBefore: 6,
    maxLines: 2,
    keepsWithNext: true,
  },
  aside: { ...base, size: 9, lineHeight: 14.5, color: quiet, maxLines: 1 },
  subtitle: { ...base, size: 9.5, lineHeight: 14, color: quiet, maxLines: 2 },
  text: { ...base, size: 9.5, lineHeight: 14, maxLines: 10 },
  inline: { ...base, size: 9.5, lineHeight: 14, spaceBefore: 2, maxLines: 6 },
  link: { ...base, size: 9, lineHeight: 13.5, color: accent, maxLines: 1 },
  note: { ...base, size: 8.5, lineHeight: 13, color: quiet, spaceBefore: 10, maxLines: 3 },
} as const satisfies Record<string, Style>
export type StyleName = keyof typeof styles
