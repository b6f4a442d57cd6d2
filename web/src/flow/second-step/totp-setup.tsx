import type { NewTotp } from '@foyer/contract/routes/second-factor'
import encodeQr from 'qr'
import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { ProofForm } from '../proof/proof-form.tsx'
import { TotpField, totpField } from './totp-field.tsx'
import './second-step.css'

type TotpSetupProps = {
  totp: NewTotp
  failure: Failure | null
  isBusy: boolean
  submit: string
  onCode: (code: string) => void
  onRetry: () => void
  children?: ReactNode
}

/** Shows the secret of a new authenticator app, as a picture and as text, and asks for the app's first code. */
export function TotpSetup({ totp, onCode, ...form }: TotpSetupProps) {
  const groups = totp.secret.match(/.{1,4}/g) ?? []
  return (
    <ProofForm
      {...form}
      field={totpField}
      busyText="Checking…"
      lead="Scan this picture with an authenticator app, or open it in the app of this device. Then type the code that the app shows."
      onValid={onCode}
    >
      <div className="totp-setup">
        <QrCode text={totp.uri} />
        <div>
          <p>
            <a href={totp.uri}>Open in an app on this device</a>
          </p>
          <p className="small">
            Or type this key into the app:
            <br />
            <code className="totp-secret" dir="ltr">
              {groups.join(' ')}
            </code>
          </p>
        </div>
      </div>
      <TotpField isBusy={form.isBusy} />
    </ProofForm>
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
