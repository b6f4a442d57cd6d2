/** Reads the code from a text message to this site (WebOTP), if the browser supports WebOTP. */

type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** Returns null if the browser has no WebOTP, the user refuses, or `signal` is aborted. */
export async function receiveSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in globalThis)) return null
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal }
  try {
    const credential = (await navigator.credentials.get(request)) as (Credential & { code?: string }) | null
    return credential?.code ?? null
  } catch {
    return null
  }
}
