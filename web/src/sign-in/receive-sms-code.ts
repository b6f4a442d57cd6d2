/** The code out of a text message that was sent for this site (WebOTP), where the browser can. */

type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** null where there is no such thing, it was not allowed, or nobody waits any more. */
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
