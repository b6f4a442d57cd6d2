/** Reads environment variables for a settings schema. A fault names the variable, never its value. */
import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

/** Secrets that may come from a file: `NAME_FILE` is the path of the file that contains the value of `NAME`. */
export const fileVariables = [
  ...[
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_REPLICA_URL',
    'FOYER_SECRETS',
    'SMTP_URL',
    'MAIL_FROM',
  ],
  ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_BASE_URL'],
  ...['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['CAPTCHA_SECRET', 'ANALYTICS_TOKEN', 'ERROR_COLLECTOR_TOKEN'],
  ...['GOOGLE_CLIENT_SECRET', 'FACEBOOK_APP_SECRET', 'APPLE_PRIVATE_KEY'],
]

type Variables = {
  values: Environment
  /** Variables with a fault from reading; the schema's fault for the same variable is skipped. */
  faulty: string[]
  faults: string[]
}

/** Treats an empty variable as unset, because containers and unit files pass unset settings on as empty text. */
export function readVariables(env: Environment, names: readonly string[]): Variables {
  const values: Environment = {}
  const faulty: string[] = []
  const faults: string[] = []
  for (const name of names) {
    values[name] = env[name] || undefined
    const file = fileVariables.includes(name) ? env[`${name}_FILE`] : undefined
    if (!file) continue
    const content = readSettingsFile(file)
    values[name] = content.text
    if (env[name]) faults.push(`${name} and ${name}_FILE are both set`)
    if (content.fault) faults.push(`${name}_FILE ${content.fault}`)
    if (env[name] || content.fault) faulty.push(name)
  }
  return { values, faulty, faults }
}

/** Reads a file that a variable names. `fault` completes a sentence that begins with the variable's name. */
export function readSettingsFile(path: string): { text?: string; fault?: string } {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text ? { text } : { fault: 'names an empty file' }
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
