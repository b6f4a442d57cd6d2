/** Reads the code of a text message that was sent for this site (WebOTP), in browsers that can. */

type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** Returns null if the browser has no WebOTP, the user refuses, or the wait was aborted. */
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
