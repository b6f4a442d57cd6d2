import type { Channel } from '@foyer/contract/contact'
import { usePage } from '../../platforms/page-context.ts'

/** Lists checks for a user who received no code. */
export function CodeProblems({ medium }: { medium: Channel }) {
  const { paths } = usePage()
  return (
    <details className="otp-problems">
      <summary>Problems with the code?</summary>
      <p>
        It can take a few minutes. Only the newest code works.{' '}
        {medium === 'email'
          ? 'Check your spam folder too, and that the address above is yours.'
          : 'Check that your phone has a signal, and that the number above is yours.'}
      </p>
      {paths.help && (
        <p>
          <a href={paths.help}>Get help</a>
        </p>
      )}
    </details>
  )
}
