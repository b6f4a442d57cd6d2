/** Reads the environment as a settings schema takes it. A fault names the variable, never its value. */
import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

/** Secrets that a container may give as a file: `NAME_FILE` names the file that holds the value of `NAME`. */
export const fileVariables = [
  ...['DATABASE_URL', 'FOYER_SECRETS', 'SMTP_URL', 'MAIL_FROM'],
  ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_BASE_URL'],
  ...['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['CAPTCHA_SECRET', 'ANALYTICS_TOKEN', 'ERROR_COLLECTOR_TOKEN'],
  ...['GOOGLE_CLIENT_SECRET', 'FACEBOOK_APP_SECRET', 'APPLE_PRIVATE_KEY'],
]

type Variables = {
  values: Environment
  /** Variables that have a fault already; the schema's own fault of the same variable would say nothing new. */
  faulty: string[]
  faults: string[]
}

/** Takes an empty variable as unset: a container or a unit file passes a setting on without a value where none is given. */
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

/** Reads a file that a variable names. `fault` completes a sentence that begins with the variable. */
export function readSettingsFile(path: string): { text?: string; fault?: string } {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text ? { text } : { fault: 'names an empty file' }
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
