import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { sentenceOf } from '../../api/failure.ts'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { useOnlineRetry } from '../../flow/waiting/use-online-retry.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { FieldFrame, useField } from '../../ui/fields/field-frame.tsx'
import { listOf, type ProfileField } from './profile-fields.ts'
import { useReferenceList } from './reference-lists.ts'

type ReferenceFieldProps = {
  field: ProfileField
  label: string
  /** The key of the list; null while the user has chosen no country. */
  list: string | null
  /** The id of the item that the entry refers to. */
  chosen: string
  /** What the user typed before, in place of the chosen item. */
  typed: string | undefined
  onText: (text: string) => void
}

/** A longer list is searched as the user types. */
const selectMax = 20
const noForm = { current: null }

/**
 * Asks for an item of a list: a select for a short list, and a text field with suggestions for a long one. Both have the
 * item's name as their value. Without a list, the field is not there, and the form keeps the item.
 */
export function ReferenceField({ field, label, list, chosen, typed, onText }: ReferenceFieldProps) {
  const { items, failure, retry } = useReferenceList(list)
  const what = listOf(field.name).replace('-', ' ')
  const fault = failure && `We couldn’t load the ${what}. ${sentenceOf(failure)}`.trim()
  const { error, control } = useField(field.input, field.hint, fault)
  useOnlineRetry(noForm, failure, retry)
  useEffect(() => {
    if (fault) announce(fault, 'alert')
  }, [fault])
  const input = useRef<HTMLInputElement>(null)
  const text = typed ?? items?.find(({ id }) => id === chosen)?.name ?? ''
  const showText = useEffectEvent(() => {
    if (!items) return
    // The input is there from the start, so that it keeps the focus.
    if (input.current) input.current.value = text
    if (typed) onText(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that arrives says the name of the item.
  useEffect(showText, [items])
  if (list === null || items?.length === 0) return null
  const isLoading = items === null && failure === null
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement | HTMLSelectElement>) =>
    onText(currentTarget.value)
  return (
    <FieldFrame
      id={field.input}
      label={label}
      hint={field.hint}
      error={error}
      remedy={
        failure && (
          <Button look="quiet" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {items && items.length <= selectMax ? (
        <select {...control} name={field.input} className="field-input" defaultValue={text} onInput={onInput}>
          <option value="">{field.isOptional ? 'Not stated' : 'Choose one'}</option>
          {items.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </select>
      ) : (
        <input
          {...control}
          key={list}
          ref={input}
          type="text"
          name={items ? field.input : undefined}
          list={`${field.input}-list`}
          className="field-input"
          autoComplete="off"
          placeholder={isLoading ? `Loading the ${what}…` : 'Type to search'}
          aria-busy={isLoading || undefined}
          readOnly={items === null}
          onInput={onInput}
        />
      )}
      <datalist id={`${field.input}-list`}>
        {items?.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <SlowNote isBusy={isLoading} onRetry={retry} />
    </FieldFrame>
  )
}
