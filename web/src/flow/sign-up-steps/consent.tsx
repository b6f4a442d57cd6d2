import { usePage } from '../../platforms/page-context.ts'

/** Shows what the user of a new account agrees to, next to the button that creates the account (product 2.4). */
export function Consent() {
  const { terms, privacy } = usePage().site.links
  return (
    <p className="small">
      By creating an account you agree to the{' '}
      <a href={terms} target="_blank" rel="noopener">
        Terms of Use
      </a>{' '}
      and{' '}
      <a href={privacy} target="_blank" rel="noopener">
        Privacy Policy
      </a>{' '}
      (both open in a new tab).
    </p>
  )
}
