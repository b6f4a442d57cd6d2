import { usePage } from '../platforms/page-context.ts'

/** Returns from a form to the account page without loading a document. */
export function BackToAccount({ onLeave }: { onLeave: () => void }) {
  const { platform } = usePage()
  return (
    <p className="form-foot">
      <a
        href={`/account?platform=${platform}`}
        onClick={(event) => {
          event.preventDefault()
          onLeave()
        }}
      >
        Back to your account
      </a>
    </p>
  )
}
