/** Builds a platform's brand: merges the base, the file of the family and the platform's own file, and validates the result. */
import { colourOf, type Family, familyOf } from '@foyer/contract/families'
import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import * as v from 'valibot'
import base from './base.json' with { type: 'json' }
import { type Brand, type BrandText, brandShape } from './brand-shape.ts'
import partnerFamily from './families/partner.json' with { type: 'json' }
import schoolFamily from './families/school.json' with { type: 'json' }
import svp from './svp.json' with { type: 'json' }

const familyFiles: Partial<Record<Family, object>> = { school: schoolFamily, partner: partnerFamily }

/** The texts of platforms that differ from their family. */
const own: Partial<Record<Platform, object>> = { svp }

/** Returns the brand with all names filled in. Throws if a file lacks a key or has an unknown key. */
export function brandOf(platform: Platform, provider: string): Brand {
  const family = familyOf(platform)
  const text = mergedBrand(familyFiles[family] ?? {}, own[platform] ?? {})
  const brand: Brand = { ...platformNames[platform], ...text, family, colour: colourOf(platform) }
  const names = { platform: brand.displayName, provider }
  return JSON.parse(JSON.stringify(brand), (_, value) =>
    typeof value === 'string' ? filledIn(value, names) : value,
  )
}

/** Merges the files key by key; a list replaces the former list. Later files take precedence. */
export function mergedBrand(...files: object[]): BrandText {
  return v.parse(brandShape, [base, ...files].reduce<Layer>(mergeLayer, {}))
}

type Layer = Record<string, unknown>

function mergeLayer(below: Layer, above: object): Layer {
  const merged = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const old = merged[key]
    merged[key] = isLayer(old) && isLayer(value) ? mergeLayer(old, value) : value
  }
  return merged
}

function isLayer(value: unknown): value is Layer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function filledIn(text: string, names: { platform: string; provider: string }): string {
  return text.replaceAll('{platform}', names.platform).replaceAll('{provider}', names.provider)
}
