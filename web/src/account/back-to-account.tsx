import { usePage } from '../platforms/page-context.ts'

/** Leads from a form back to the account page, without a new document. */
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
