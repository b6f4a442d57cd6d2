import type { NewTotp } from '@foyer/contract/routes/second-factor'
import encodeQr from 'qr'
import { type ReactNode, useState } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Button, ButtonLink } from '../../ui/feedback/button.tsx'
import { ProofForm } from '../proof/proof-form.tsx'
import { TotpField, totpField } from './totp-field.tsx'
import './second-step.css'
import { useCopy } from './use-copy.ts'

type TotpSetupProps = {
  totp: NewTotp
  failure: Failure | null
  isBusy: boolean
  submit: string
  onCode: (code: string) => void
  onRetry: () => void
  children?: ReactNode
}

/** Matches phones: a phone cannot scan a QR code on its own screen. */
const phones = '(pointer: coarse), (max-width: 30rem)'

/** Shows the secret of a new authenticator app, as a link, a QR code and text, and asks for the app's first code. */
export function TotpSetup({ totp, onCode, ...form }: TotpSetupProps) {
  const [isPhone] = useState(() => matchMedia(phones).matches)
  const byScan = <ByScan totp={totp} />
  const byLink = (
    <ButtonLink look="secondary" href={totp.uri}>
      Open my authenticator app
    </ButtonLink>
  )
  return (
    <ProofForm
      {...form}
      field={totpField}
      busyText="Checking…"
      lead={
        isPhone
          ? 'Add this account to your authenticator app. Then enter the code that the app shows.'
          : 'Scan this QR code with your authenticator app. Then enter the code that the app shows.'
      }
      onValid={onCode}
    >
      <div className="totp-setup">
        {isPhone ? (
          <>
            {byLink}
            <details>
              <summary>Use another device</summary>
              {byScan}
            </details>
          </>
        ) : (
          <>
            {byScan}
            {byLink}
          </>
        )}
      </div>
      <TotpField isBusy={form.isBusy} />
    </ProofForm>
  )
}

/** Shows the secret for an app on another device. */
function ByScan({ totp: { uri, secret } }: { totp: NewTotp }) {
  const groups = secret.match(/.{1,4}/g) ?? []
  const [copied, copy] = useCopy(secret)
  return (
    <div className="totp-scan">
      <QrCode text={uri} />
      <div>
        <p>Or enter this key in the app:</p>
        <p>
          <code className="totp-secret" dir="ltr">
            {groups.join(' ')}
          </code>
        </p>
        <Button look="quiet" onClick={copy}>
          Copy key
        </Button>
        <p className="small" role="status">
          {copied === true && 'Copied.'}
          {copied === false && 'Your browser didn’t copy the key. Select it and copy it.'}
        </p>
      </div>
    </div>
  )
}

/** Draws dark on light in every scheme, because scanners read no inverted codes. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQr(text, 'raw', { border: 4 })
  const dots = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="totp-qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code for the authenticator app"
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000" d={dots} />
    </svg>
  )
}
