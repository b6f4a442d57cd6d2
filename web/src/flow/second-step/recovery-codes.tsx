import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import './second-step.css'

type RecoveryCodesProps = {
  codes: readonly string[]
  /** The user's address, which the printed page names. */
  account: string | null
  /** Where the printed page says that the codes are for. */
  provider: string
  done: string
  onDone: () => void
}

/** Shows recovery codes once. The user prints or copies them before going on. */
export function RecoveryCodes({ codes, account, provider, done, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const lead = useRef<HTMLParagraphElement>(null)
  useEffect(() => lead.current?.focus(), [])
  return (
    <div className="recovery-codes stack">
      <p tabIndex={-1} ref={lead}>
        These are your recovery codes. Each opens your account once, when you don’t have your app. Keep them
        somewhere safe: we can’t show them again.
      </p>
      <p className="recovery-codes-title">
        Recovery codes for {provider}
        {account && (
          <>
            , <bdi dir="ltr">{account}</bdi>
          </>
        )}
      </p>
      <ol dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="recovery-codes-answers">
        <Button look="secondary" onClick={() => print()}>
          Print
        </Button>
        <Button look="secondary" onClick={copy}>
          Copy
        </Button>
      </div>
      <p className="small" role="status">
        {copied === true && 'Copied. Paste them into a password manager or a note that only you can open.'}
        {copied === false && 'Your browser didn’t copy them. Print them, or write them down.'}
      </p>
      <Button onClick={onDone}>{done}</Button>
    </div>
  )

  async function copy(): Promise<void> {
    setCopied(
      await navigator.clipboard.writeText(codes.join('\n')).then(
        () => true,
        () => false,
      ),
    )
  }
}
