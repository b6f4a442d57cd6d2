/** Renders the export of a user's data as one page to read, without scripts and without files besides it. */
import type { Config } from '../../kernel/config/config.ts'
import { type Html, html } from '../../kernel/html/html.ts'
import { framePage } from '../../kernel/html/page-frame.ts'
import { momentIn } from '../../messages/moment.ts'
import { lockedBeforeUser, lockedByUser, userData } from '../accounts/user-data.ts'

type Reading = { timeZone: string | null; config: Pick<Config, 'baseUrl' | 'provider'> }
type Fields = Record<string, unknown>

/** Lists contacts and profile first. The order of user-data.ts, which begins with codes and passwords, is the order of locks. */
const inReadingOrder = Object.entries({ ...lockedByUser, ...lockedBeforeUser })

/** The keys of `readUserData` that belong to no kind are the user's own columns. */
export function renderExport(
  { exportedAt, ...data }: Fields & { exportedAt: Date },
  { timeZone, config: { baseUrl, provider } }: Reading,
): string {
  const text = (value: unknown) => render(value, { timeZone, baseUrl })
  const kinds = inReadingOrder.filter(([name]) => name in data)
  const own = Object.fromEntries(Object.entries(data).filter(([name]) => !(name in userData)))
  const sections = kinds.map(
    ([name, { title }]) => html`<section id="${name}"><h2>${title}</h2>${text(data[name])}</section>`,
  )
  const contents = kinds.map(([name, { title }]) => html`<li><a href="#${name}">${title}</a></li>`)
  return framePage({
    title: `Your data at ${provider}`,
    name: 'Your data',
    links: [{ href: `${baseUrl}/account`, text: 'Your account' }],
    style,
    content: html`<main id="main">
<h1>Your data</h1>
<p>This is everything that ${provider} stores about you, as of ${momentIn(exportedAt, timeZone)}. Passwords and keys are not in it: we store only what can check them. Files that you uploaded are listed here; open them on the <a href="${baseUrl}/account/profile">pages of your profile</a>.</p>
<nav aria-label="Contents"><ul class="contents">${contents}</ul></nav>
<section id="account"><h2>Account</h2>${text(own)}</section>
${sections}
</main>`,
  }).html
}

type Showing = { timeZone: string | null; baseUrl: string }

function render(value: unknown, showing: Showing): Html {
  if (isNothing(value)) return html`<p class="muted">Nothing</p>`
  if (Array.isArray(value)) return renderList(value, showing)
  if (typeof value === 'object' && !(value instanceof Date)) return renderFields(value as Fields, showing)
  return html`<span>${scalar(value, showing)}</span>`
}

function renderList(values: readonly unknown[], showing: Showing): Html {
  if (values.every(isRow) && values.length > 1) return renderTable(values, showing)
  return html`<ol>${values.map((value) => html`<li>${render(value, showing)}</li>`)}</ol>`
}

function renderFields(fields: Fields, showing: Showing): Html {
  const rows = Object.entries(fields)
    .filter(([, value]) => !isNothing(value))
    .map(([name, value]) => html`<div><dt>${label(name)}</dt><dd>${render(value, showing)}</dd></div>`)
  return html`<dl>${rows}</dl>`
}

function renderTable(rows: readonly Fields[], showing: Showing): Html {
  const names = [...new Set(rows.flatMap(Object.keys))].filter((name) =>
    rows.some((row) => !isNothing(row[name])),
  )
  const head = names.map((name) => html`<th scope="col">${label(name)}</th>`)
  const body = rows.map(
    (row) => html`<tr>${names.map((name) => html`<td>${cell(row[name], showing)}</td>`)}</tr>`,
  )
  return html`<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

function cell(value: unknown, showing: Showing): Html | null {
  return isNothing(value) ? null : render(value, showing)
}

/** A list of objects without further lists is a table. */
function isRow(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (part) => !Array.isArray(part) || part.every((entry) => typeof entry !== 'object'),
    )
  )
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0
}

function scalar(value: unknown, { timeZone, baseUrl }: Showing): Html | string {
  if (value instanceof Date) return momentIn(value, timeZone)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  // The address of the picture, for which no session is needed.
  if (text.startsWith('/api/pictures/')) return html`<a href="${baseUrl}${text}">Open the picture</a>`
  return text
}

/** Writes the name of a field in words: 'Time zone' for `timeZone`. */
function label(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const style = `main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 4rem; display: grid; gap: 1.5rem }
section { padding: 1.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); display: grid; gap: 1rem; min-width: 0 }
.contents { columns: 16rem; padding-inline-start: 1.25rem }
dl { display: grid; gap: 0.5rem }
dl > div { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: 1rem }
dt { color: var(--muted) }
ol { padding-inline-start: 1.5rem; display: grid; gap: 1rem }
.table { overflow-x: auto }
table { border-collapse: collapse; font-size: 0.9375rem }
th, td { min-width: 8rem; padding: 0.5rem 0.75rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
@media (max-width: 30rem) { dl > div { grid-template-columns: minmax(0, 1fr); gap: 0 } }`
