import { BrokenAddress } from '../broken-address.tsx'
import { type Content, type ProfileField, textOf } from './profile-fields.ts'
import { listKey, listNow, useReferenceList } from './reference-lists.ts'

const monthText = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', timeZone: 'UTC' })
const dayText = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** @example dateText('2024-05') // 'May 2024' */
export function dateText(date: string): string {
  if (date.length === 4) return date
  return (date.length === 7 ? monthText : dayText).format(new Date(date))
}

/** @example periodText('2023-07', '', 'now') // 'Jul 2023 – now' */
export function periodText(start: string, end: string, open: string): string {
  if (!start) return end && `until ${dateText(end)}`
  return `${dateText(start)} – ${end ? dateText(end) : open}`
}

/** Shows the value of a field as text: the name of a reference, the words of a choice, a date. */
export function FieldText({ field, content }: { field: ProfileField; content: Content }) {
  const value = textOf(content[field.name])
  switch (field.control.kind) {
    case 'reference':
      return <ReferenceName list={listKey(field.name, content)} id={value} />
    case 'choice':
      return field.choices?.[value] ?? value
    case 'date':
    case 'day':
      return value && dateText(value)
    case 'link':
      return <BrokenAddress url={value} />
    default:
      return value
  }
}

function ReferenceName({ list, id }: { list: string | null; id: string }) {
  const { items, failure } = useReferenceList(id ? list : null)
  if (!id) return null
  return items?.find((item) => item.id === id)?.name ?? (failure ? 'Could not be loaded' : '…')
}

/** Returns the name of an entry for an announcement. */
export function nameNow(naming: ProfileField | undefined, content: Content): string {
  if (!naming) return ''
  const value = textOf(content[naming.name])
  if (naming.control.kind !== 'reference') return value
  return listNow(listKey(naming.name, content))?.find(({ id }) => id === value)?.name ?? 'This entry'
}

type EntryTextProps = {
  fields: readonly ProfileField[]
  naming: string
  entry: Content
  /** The level of the entry's heading. With an id, the heading takes the focus. */
  heading: 'h2' | 'h3' | 'h4'
  id?: string
}

/** Shows an entry as others read it: its name, facts, period, text and link. */
export function EntryText({ fields, naming, entry: content, heading: Title, id }: EntryTextProps) {
  const name = fields.find((field) => field.name === naming)
  const filled = fields.filter((field) => field.name !== naming && textOf(content[field.name]) !== '')
  const facts = filled.filter(({ control }) => ['line', 'choice', 'reference'].includes(control.kind))
  const dates = filled.filter(({ name, control }) => control.kind === 'date' && name !== 'endDate')
  const ongoing = fields.find((field) => field.ongoing)?.ongoing
  const period = ongoing && periodText(textOf(content.startDate), textOf(content.endDate), ongoing.text)
  const text = filled.find(({ control }) => control.kind === 'paragraphs')
  const link = filled.find(({ control }) => control.kind === 'link')
  return (
    <div className="entry-text">
      <Title id={id} tabIndex={id ? -1 : undefined}>
        <bdi>{name && <FieldText field={name} content={content} />}</bdi>
      </Title>
      {facts.length > 0 && (
        <p>
          {facts.map((field, index) => (
            <span key={field.name}>
              {index > 0 && ' · '}
              <bdi>
                <FieldText field={field} content={content} />
              </bdi>
            </span>
          ))}
        </p>
      )}
      {period && (
        <p className="small">
          <bdi>{period}</bdi>
        </p>
      )}
      {!ongoing &&
        dates.map((field) => (
          <p className="small" key={field.name}>
            <FieldText field={field} content={content} />
          </p>
        ))}
      {text && <p className="entry-paragraphs">{textOf(content[text.name])}</p>}
      {link && <EntryLink url={textOf(content[link.name])} />}
    </div>
  )
}

function EntryLink({ url }: { url: string }) {
  return (
    <a className="entry-link" href={url} target="_blank" rel="noopener noreferrer">
      <bdi dir="ltr">{URL.parse(url)?.hostname ?? url}</bdi>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
