import { useEffect, useRef } from 'react'
import { saveFile } from '../../session/signed-in-file.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { DialogFoot } from '../../ui/page/dialog.tsx'
import './second-step.css'
import { useCopy } from './use-copy.ts'

type RecoveryCodesProps = {
  codes: readonly string[]
  /** The user's address, which the printed page names. */
  account: string | null
  /** Where the printed page says that the codes are for. */
  provider: string
  done: string
  onDone: () => void
}

/** Shows recovery codes once. The user downloads, prints or copies them before going on. */
export function RecoveryCodes({ codes, account, provider, done, onDone }: RecoveryCodesProps) {
  const list = codes.join('\n')
  const [copied, copy] = useCopy(list)
  const lead = useRef<HTMLParagraphElement>(null)
  useEffect(() => lead.current?.focus(), [])
  return (
    <div className="recovery-codes stack">
      <p tabIndex={-1} ref={lead}>
        Each code works once, when you can’t use your app or passkey. Save them now: we can’t show them again.
      </p>
      <p className="recovery-codes-title">
        Recovery codes for {provider}
        {account && (
          <>
            , <bdi dir="ltr">{account}</bdi>
          </>
        )}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from lists without markers. */}
      <ol dir="ltr" role="list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="recovery-codes-answers">
        <Button look="secondary" onClick={download}>
          Download
        </Button>
        <Button look="secondary" onClick={() => print()}>
          Print
        </Button>
        <Button look="secondary" onClick={copy}>
          Copy
        </Button>
      </div>
      <p className="small" role="status">
        {copied === true && 'Copied. Paste them into a password manager or a note that only you can open.'}
        {copied === false && 'Your browser didn’t copy them. Download or print them, or write them down.'}
      </p>
      <DialogFoot>
        <Button onClick={onDone}>{done}</Button>
      </DialogFoot>
    </div>
  )

  function download(): void {
    const text = `Recovery codes for ${account ? `${provider}, ${account}` : provider}\n\n${list}\n`
    saveFile({ blob: new Blob([text], { type: 'text/plain' }), name: 'recovery-codes.txt' })
  }
}
