import type { Result } from '@foyer/contract/routes/route'
import type { getOwnPassword } from '@foyer/contract/routes/settings'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { Fact } from '../fact.tsx'

export type Password = Result<typeof getOwnPassword>

/** Assumed when the service does not answer; the form then shows any failure. */
export const assumedPassword: Password = { hasPassword: true, codeContact: null }

const noContactText = 'To set one, add an email address first'
/** Shown to staff if the installation sends staff no codes. */
const noCodeText = 'To set one, sign out and use “Forgot Password?”'

type OwnPasswordProps = {
  user: StoredUser
  /** Null until the service has answered. */
  password: Password | null
  onChange: () => void
}

/** Tells whether the account has a password, and opens the form that changes or sets it. */
export function OwnPassword({ user, password, onChange }: OwnPasswordProps) {
  const hasPassword = password?.hasPassword !== false
  const note = hasPassword || password.codeContact ? null : user.email === null ? noContactText : noCodeText
  return (
    <Fact
      label="Password"
      value={
        hasPassword ? (
          <>
            <span className="visually-hidden">Not shown</span>
            <span aria-hidden="true">••••••••</span>
          </>
        ) : (
          <span className="facts-none">Not set</span>
        )
      }
      note={note}
      action={
        !note && (
          <Button look="quiet" onClick={onChange}>
            {hasPassword ? (
              <>
                Change<span className="visually-hidden"> your password</span>
              </>
            ) : (
              'Set a password'
            )}
          </Button>
        )
      }
    />
  )
}
