import type { HelpCategory } from '@foyer/contract/routes/help'
import type { List } from '../flow/form/use-list.ts'
import { useOnlineRetry } from '../flow/waiting/use-online-retry.ts'
import { Button } from '../ui/feedback/button.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { ChoiceField } from '../ui/fields/choice-field.tsx'
import { AnswerLink } from './answer-link.tsx'

type CategoryChoiceProps = {
  name: string
  legend: string
  categories: List<HelpCategory>
  chosen: string
}

const noForm = { current: null }

/** Lists the topics of help. The form works without the list, which may be late, missing or empty. */
export function CategoryChoice({ categories, chosen, ...field }: CategoryChoiceProps) {
  const { state, items, failure, retry } = categories
  useOnlineRetry(noForm, failure, retry)
  if (state === 'waiting' || state === 'loading')
    return (
      <p className="category-wait small" role="status">
        <Spinner />
        Loading topics…
      </p>
    )
  if (state === 'failed')
    return (
      <div className="category-failed" role="status">
        <p>We couldn’t load the topics. You can still write to us.</p>
        <Button look="quiet" onClick={retry}>
          Load topics again
        </Button>
      </div>
    )
  if (items.length === 0) return null
  return (
    <ChoiceField
      {...field}
      choices={items}
      defaultChoice={chosen}
      linkOf={(id) => <AnswerLink category={id} />}
    />
  )
}
