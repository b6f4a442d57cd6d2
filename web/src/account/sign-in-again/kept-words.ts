/**
 * Keeps what the user typed on a page of the account while the user signs in on the sign-in page. Only this tab has the
 * words, only for the same user, and a sign-out removes them.
 */
import type { ReactPageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import { type Check, filled, fits } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { keptWordsKey, stepLifeMs } from '../../api/storage/storage-keys.ts'

type KeptWords = {
  /** The user who typed. */
  uuid: string
  page: string
  /** By the names of the fields. */
  texts: Readonly<Record<string, string>>
}

type Place = { platform: Platform; uuid: string; page: ReactPageName }
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isTexts: Check = (value) =>
  fits(value, {}) && Object.values(value as object).every((text) => typeof text === 'string')
const shape = { uuid: filled, page: filled, texts: isTexts }
const records = expiringRecord<KeptWords>('sessionStorage', keptWordsKey, shape, stepLifeMs)

/** Passwords (shown ones are of the type text), codes, files and what a dialog asks are typed or chosen again. */
const fieldTypes = ['text', 'email', 'tel', 'url', 'search', 'textarea', 'select-one', 'checkbox']

function fieldsIn(area: Element): Field[] {
  const found = area.querySelectorAll<Field>('input[name], textarea[name], select[name]')
  return [...found].filter(
    (field) =>
      fieldTypes.includes(field.type) &&
      !/password|one-time-code/.test(field.autocomplete) &&
      !field.closest('dialog'),
  )
}

export function keepWords({ platform, uuid, page }: Place, area: Element): void {
  const typed = fieldsIn(area).filter((field) => textIn(field) !== storedIn(field))
  const texts = Object.fromEntries(typed.map((field) => [field.name, textIn(field)]))
  if (typed.length > 0) records.write({ uuid, page, texts }, platform)
  else records.clear(platform)
}

/**
 * Fills each field once, as soon as the page shows it, until the returned function is called. `onFilled` runs for the first
 * field. The words of another user are removed.
 */
export function restoreWords(
  { platform, uuid, page }: Place,
  area: Element,
  onFilled: () => void,
): () => void {
  const kept = records.read(platform)
  if (kept && kept.uuid !== uuid) records.clear(platform)
  if (!kept || kept.uuid !== uuid || kept.page !== page) return () => {}
  const texts = new Map(Object.entries(kept.texts))
  let isFilled = false
  const observer = new MutationObserver(fill)
  observer.observe(area, { childList: true, subtree: true })
  fill()
  return () => observer.disconnect()

  function fill(): void {
    const count = texts.size
    for (const field of fieldsIn(area)) {
      const text = texts.get(field.name)
      if (text === undefined) continue
      if (isCheckbox(field)) field.checked = text !== ''
      else field.value = text
      // The list of a select may arrive later.
      if (textIn(field) !== text) continue
      texts.delete(field.name)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (texts.size === count) return
    if (!isFilled) onFilled()
    isFilled = true
    if (texts.size > 0) records.write({ uuid, page, texts: Object.fromEntries(texts) }, platform)
    else records.clear(platform)
  }
}

/** Returns the text of a field; for a checkbox, 'on' or an empty text. */
function textIn(field: Field): string {
  if (!isCheckbox(field)) return field.value
  return field.checked ? 'on' : ''
}

/** Returns the text that the page itself has put into the field. */
function storedIn(field: Field): string {
  if (isCheckbox(field)) return field.defaultChecked ? 'on' : ''
  if (!('options' in field)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox'
}
