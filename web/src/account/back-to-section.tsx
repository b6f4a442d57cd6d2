import { pages } from '@foyer/contract/pages'
import { usePage } from '../platforms/page-context.ts'

/** Returns from a form to its section of the account without loading a document. */
export function BackToSection({ onLeave }: { onLeave: () => void }) {
  const { platform, page } = usePage()
  const { title, paths } = pages[page]
  return (
    <p className="form-foot">
      <a
        href={`${paths.main}?platform=${platform}`}
        onClick={(event) => {
          event.preventDefault()
          onLeave()
        }}
      >
        Back to {title.charAt(0).toLowerCase() + title.slice(1)}
      </a>
    </p>
  )
}
