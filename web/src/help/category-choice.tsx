import { Button } from '../ui/feedback/button.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { ChoiceField } from '../ui/fields/choice-field.tsx'
import type { Categories } from './use-categories.ts'
import './category-choice.css'

type CategoryChoiceProps = {
  name: string
  legend: string
  categories: Categories
  chosen: string
  error: string | null
  onTryAgain: () => void
}

/** Lists what help is about. A request can be sent without the list, which may be late, missing or empty. */
export function CategoryChoice({ categories, onTryAgain, chosen, ...field }: CategoryChoiceProps) {
  if (categories.kind === 'loading')
    return (
      <p className="category-wait small" role="status">
        <Spinner />
        Loading topics…
      </p>
    )
  if (categories.kind === 'failed')
    return (
      <div className="category-failed" role="status">
        <p>We couldn’t load the topics. You can still write to us.</p>
        <Button look="quiet" onClick={onTryAgain}>
          Load topics again
        </Button>
      </div>
    )
  if (categories.list.length === 0) return null
  return <ChoiceField {...field} choices={categories.list} defaultChoice={chosen} />
}
