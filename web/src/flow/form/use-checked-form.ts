/** Checks a form of uncontrolled fields, shows the service's errors and moves the focus to them (ux: errors). */
import { required } from '@foyer/contract/sentences'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Failure, fieldSentence, noticeOf } from '../../api/failure.ts'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { clearToast } from '../../ui/feedback/toast-text.ts'
import { useWaitSentence, waitSecondsOf } from '../waiting/use-wait-sentence.ts'

export type FormField = {
  /** The input's name, which is also its id. */
  name: string
  label: string
  /** The contract's names of the fields whose errors this input shows. */
  wireNames: readonly string[]
  /** The page's own sentences for messages of the contract. */
  reworded?: Readonly<Record<string, string>>
  /** Checks a non-empty value before the request; returns the error or null. */
  check?: (value: string, values: Record<string, string>) => string | null
} & (
  | { isOptional: true; missing?: never }
  /** The error of an empty required field, in place of the contract's 'Required'. */
  | { missing: string; isOptional?: never }
)

type Errors = Record<string, string>

type CheckedForm = {
  form: RefObject<HTMLFormElement | null>
  /** The ref for the notice that shows `general`. */
  notice: RefObject<HTMLDivElement | null>
  errors: Errors
  /** The error of the whole form. */
  general: string | null
  /** The same error with the remaining wait; null when the wait is over. */
  ticking: string | null | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onInput: (event: FormEvent<HTMLFormElement>) => void
}

export type RefusalPlace = {
  /** The input that shows a refusal without field errors, instead of the notice. */
  refusedField?: string | undefined
  /** Returns the sentence about a wait, for a page that offers an alternative to waiting. */
  waitSentence?: ((seconds: number) => string) | undefined
}

export function useCheckedForm(
  fields: readonly FormField[],
  failure: Failure | null,
  isBusy: boolean,
  onValid: (values: Record<string, string>) => void,
  { refusedField, waitSentence }: RefusalPlace = {},
): CheckedForm {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const [known, setKnown] = useState<Failure | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [general, setGeneral] = useState<string | null>(null)
  /** Counts refusals, so that each refusal moves the focus once. */
  const [refusals, setRefusals] = useState(0)

  if (failure !== known) {
    setKnown(failure)
    if (failure) {
      const found = fieldErrors(fields, failure)
      const sentence = hasAny(found) ? null : generalOf(failure, waitSentence)
      setErrors(sentence && refusedField ? { [refusedField]: sentence } : found)
      setGeneral(refusedField ? null : sentence)
      setRefusals(refusals + 1)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is announced and moves the focus once.
  useEffect(() => {
    clearToast()
    if (refusals === 0) return
    const wrong = fields.filter(({ name }) => errors[name])
    announce(alertOf(wrong, errors), 'alert')
    const [first] = wrong
    const target = (first && document.getElementById(first.name)) || notice.current
    target?.focus()
    // A notice above the field may have pushed the field out of the viewport.
    target?.scrollIntoView({ block: 'nearest' })
  }, [refusals])

  // Clears the announced error when the user has corrected all fields.
  const isWrong = hasAny(errors)
  useEffect(() => {
    if (!isWrong) announce('', 'alert')
  }, [isWrong])

  const ticking = useWaitSentence(failure, waitSentence)
  const isWaitOver = general !== null && ticking === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice is gone, and so is its focus.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isWaitOver && isLost) document.getElementById(fields.at(-1)?.name ?? '')?.focus()
  }, [isWaitOver])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const values = valuesOf(event.currentTarget)
    const wrong = wrongIn(fields, values)
    setErrors(wrong)
    setGeneral(null)
    if (!hasAny(wrong)) return onValid(values)
    // Clears the announcement of the early script, which may have announced work.
    announce('')
    setRefusals(refusals + 1)
  }

  /** Checks a field again while the user types, but only a field with an error. */
  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (!(name in errors)) return
    const { [name]: _, ...others } = errors
    const values = valuesOf(event.currentTarget)
    setErrors({
      ...others,
      ...wrongIn(
        fields.filter((field) => field.name === name),
        values,
      ),
    })
  }

  return { form, notice, errors, general: isWaitOver ? null : general, ticking, onSubmit, onInput }
}

function generalOf(failure: Failure, waitSentence: RefusalPlace['waitSentence']): string | null {
  const wait = waitSecondsOf(failure)
  return wait && waitSentence ? waitSentence(wait) : noticeOf(failure)
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}

function wrongIn(fields: readonly FormField[], values: Record<string, string>): Errors {
  const wrong: Errors = {}
  for (const { name, missing, check } of fields) {
    const value = values[name] ?? ''
    const isThere = value.trim() || isPassword(name, values)
    const sentence = isThere ? check?.(value, values) : missing
    if (sentence) wrong[name] = sentence
  }
  return wrong
}

/** Counts a password of spaces as filled in. */
function isPassword(name: string, values: Record<string, string>): boolean {
  return name.includes('password') && values[name] !== ''
}

function fieldErrors(fields: readonly FormField[], failure: Failure): Errors {
  const found: Errors = {}
  for (const { name, wireNames, missing, reworded } of fields) {
    const sentence = wireNames
      .map((wireName) => fieldSentence(failure, wireName))
      .find((text) => text !== null)
    if (sentence)
      found[name] = sentence === required && missing ? missing : (reworded?.[sentence] ?? sentence)
  }
  return found
}

/**
 * Returns one alert for all errors. The alert calls an empty field 'Required' (product 5); the field's own error, read
 * next, says what to enter.
 */
function alertOf(wrong: readonly FormField[], errors: Errors): string {
  const sentences = wrong.map(({ name, label, missing }) => {
    const error = errors[name]
    return `${label}: ${error === missing ? required : error}`
  })
  return sentences.length > 1
    ? sentences.map((text) => text.replace(/\.?$/, '.')).join(' ')
    : sentences.join()
}

function hasAny(errors: Errors): boolean {
  return Object.keys(errors).length > 0
}
