import { useEffect, useMemo } from 'react'
import { sentenceOf } from '../api/failure.ts'
import type { List } from '../flow/form/use-list.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { useOnlineRetry } from '../flow/waiting/use-online-retry.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'

type PlaceFieldProps = {
  field: { name: string; label: string; missing: string }
  /** The plural noun for sentences about the list, such as 'countries'. */
  what: string
  placeholder: string
  list: List<{ id: string; name: string }>
  chosen: string
}

const noForm = { current: null }

/**
 * Renders a select whose options are loaded. The field says that the options are loading, or why they failed to load and
 * how to go on.
 */
export function PlaceField({ field, what, placeholder, list, chosen }: PlaceFieldProps) {
  const { state, items, failure, retry } = list
  const options = useMemo(() => items.map(({ id, name }) => ({ value: id, label: name })), [items])
  const fault = failure && `We couldn’t load the ${what}. ${sentenceOf(failure)}`.trim()
  useOnlineRetry(noForm, failure, retry)
  useEffect(() => {
    if (fault) announce(fault, 'alert')
  }, [fault])
  return (
    <div>
      <SelectField
        name={field.name}
        label={field.label}
        missing={field.missing}
        autoComplete={field.name}
        placeholder={state === 'loading' ? `Loading the ${what}…` : placeholder}
        aria-busy={state === 'loading' || undefined}
        options={options}
        chosen={chosen}
        fault={fault}
      />
      {state === 'failed' && (
        <Button look="quiet" onClick={retry}>
          Try again
        </Button>
      )}
      <SlowNote isBusy={state === 'loading'} onRetry={retry} />
    </div>
  )
}
