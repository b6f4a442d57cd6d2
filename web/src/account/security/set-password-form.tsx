import { channelOf } from '@foyer/contract/contact'
import { changePassword } from '@foyer/contract/routes/settings'
import { type ReactNode, useState } from 'react'
import { type Failure, fieldSentence } from '../../api/failure.ts'
import { FormFrame } from '../../flow/form/form-frame.tsx'
import {
  NewPasswordFields,
  newPasswordFields,
  newPasswordIn,
  usePasswordOwner,
} from '../../flow/form/new-password-fields.tsx'
import { useStepEntry } from '../../flow/form/use-step-entry.ts'
import type { ProofEvent, ProofView } from '../../flow/proof/proof-rows.ts'
import { ProofSteps } from '../../flow/proof/proof-steps.tsx'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { Step } from '../../ui/page/card.tsx'
import { BackToSection } from '../back-to-section.tsx'
import type { TaskProps } from '../fragments.ts'
import { useOwnCall } from '../use-own-call.ts'
import { useSentCode } from '../use-sent-code.ts'

const title = 'Set a password'
const noPasswords = { password1: '', password2: '' }

/** Sets the first password of an account. The user types the password, then the code that was sent to `contact`. */
export function SetPasswordForm({
  user,
  contact,
  onDone,
  onSignedOut,
  onLeave,
}: TaskProps & { contact: string }) {
  const [view, show] = useState<'passwords' | ProofView>('passwords')
  const [passwords, setPasswords] = useState(noPasswords)
  const [otp, setOtp] = useState('')
  const first = { medium: channelOf(contact), purpose: 'set_password', user: user.uuid } as const
  const code = useSentCode(first)
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<'saving'>(onSignedOut)
  const below = <BackToSection onLeave={onLeave} />

  if (view === 'passwords')
    return (
      <Step isNext key="passwords">
        <Passwords
          user={user}
          contact={contact}
          typed={passwords}
          failure={failure}
          isBusy={busy !== null || code.isSending}
          busyText={busy ? 'Saving…' : 'Sending a code…'}
          below={below}
          onRetry={() => (busy ? repeat() : request())}
          onSubmit={(typed) => {
            setPasswords(typed)
            // The service refused only the password, so the code is still valid and is sent again with the next password.
            if (otp) save(typed, otp)
            else request()
          }}
        />
      </Step>
    )
  return (
    <ProofSteps
      view={view}
      isSignedIn
      identifier={contact}
      chip={null}
      password={null}
      code={{
        title,
        lead: (
          <>
            We’ll send a code to <strong dir="ltr">{contact}</strong>, to make sure that it’s you.
          </>
        ),
      }}
      challenge={code.challenge}
      isSending={code.isSending}
      failure={failure}
      isBusy={busy !== null || code.isSending}
      busyText={code.isSending ? 'Sending a code…' : 'Saving…'}
      send={handle}
      below={below}
    />
  )

  function handle(event: ProofEvent): void {
    if (event.type === 'otpSubmitted') save(passwords, event.otp)
    else if (event.type === 'codeRequested') request()
    else if (event.type === 'retried') code.isSending ? request() : repeat()
  }

  function request(): void {
    setFailure(null)
    code.send((refusal) => {
      setFailure(refusal)
      show(refusal ? 'unsent' : 'code')
    })
  }

  function save(typed: typeof noPasswords, typedCode: string): void {
    const body = { token: code.challenge?.token ?? '', otp: typedCode, ...typed }
    run(
      'saving',
      () => call(changePassword, { body }),
      () => onDone('Password set. You were signed out everywhere else.'),
      (refusal) => {
        const isOfPassword = refusesPassword(refusal)
        setOtp(isOfPassword ? typedCode : '')
        show(isOfPassword ? 'passwords' : 'code')
        return false
      },
    )
  }
}

function refusesPassword(failure: Failure): boolean {
  return ['password1', 'password2'].some((name) => fieldSentence(failure, name) !== null)
}

type PasswordsProps = Pick<TaskProps, 'user'> & {
  contact: string
  typed: typeof noPasswords
  failure: Failure | null
  isBusy: boolean
  busyText: string
  below: ReactNode
  onRetry: () => void
  onSubmit: (typed: typeof noPasswords) => void
}

function Passwords(props: PasswordsProps) {
  const { user, contact, typed, failure, isBusy, busyText, below, onRetry, onSubmit } = props
  const owner = usePasswordOwner(user)
  useStepEntry(title, 'new-password')
  return (
    <FormFrame
      heading={title}
      lead={
        <>
          We’ll send a code to <strong dir="ltr">{contact}</strong> next. You will be signed out everywhere
          else.
        </>
      }
      fields={newPasswordFields(owner)}
      failure={failure}
      isBusy={isBusy}
      submit="Send code"
      busyText={busyText}
      onValid={(values) => onSubmit(newPasswordIn(values))}
      onRetry={onRetry}
      below={below}
    >
      <HiddenUsername value={contact} />
      <NewPasswordFields owner={owner} typed={typed} />
    </FormFrame>
  )
}
