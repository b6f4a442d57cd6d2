/** Runs a vendor's captcha invisibly; the widget appears only if the vendor sets the user a task. */
import type { CaptchaVendor, VendorChallenge } from '@foyer/contract/routes/captcha'
import { captchaScripts, trustedScriptUrl } from './trusted-script-url.ts'

const loadWithinMs = 10_000
/** Long enough for a user to complete a task. */
const solveWithinMs = 120_000

/** The interface that all vendors share. */
type Widget = {
  render(container: HTMLElement, options: Record<string, unknown>): unknown
  execute?(id: unknown, options?: { action: string }): unknown
  remove?(id: unknown): void
  ready?(callback: () => void): void
}

const loading = new Map<string, Promise<Widget>>()

/** Returns the vendor's token, or null if the vendor gives none. */
export async function runVendorWidget(
  challenge: VendorChallenge,
  signal?: AbortSignal,
): Promise<string | null> {
  const container = document.createElement('div')
  // The page's policy forbids style attributes but allows a script to set styles.
  Object.assign(container.style, { position: 'fixed', right: '16px', bottom: '16px', zIndex: '1000' })
  try {
    const widget = await load(challenge.vendor)
    document.body.append(container)
    return await solve(widget, container, challenge, signal)
  } catch {
    return null
  } finally {
    container.remove()
  }
}

function load(vendor: CaptchaVendor): Promise<Widget> {
  const { url, global } = captchaScripts[vendor]
  const known = loading.get(url)
  if (known) return known
  const loaded = new Promise<Widget>((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(fail, loadWithinMs)
    function fail(): void {
      clearTimeout(timer)
      loading.delete(url)
      script.remove()
      reject(new Error(`${vendor} did not load`))
    }
    script.onload = () => {
      clearTimeout(timer)
      const widget = (globalThis as Record<string, unknown>)[global] as Widget | undefined
      if (!widget) fail()
      else if (widget.ready && vendor !== 'turnstile') widget.ready(() => resolve(widget))
      else resolve(widget)
    }
    script.onerror = fail
    script.src = trustedScriptUrl(url) as string
    document.head.append(script)
  })
  loading.set(url, loaded)
  return loaded
}

async function solve(
  widget: Widget,
  container: HTMLElement,
  { vendor, siteKey, action }: VendorChallenge,
  signal?: AbortSignal,
): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const giveUp = () => resolve(null)
  const timer = setTimeout(giveUp, solveWithinMs)
  signal?.addEventListener('abort', giveUp, { once: true })
  const id = widget.render(container, {
    sitekey: siteKey,
    callback: resolve,
    'error-callback': giveUp,
    'expired-callback': giveUp,
    'close-callback': giveUp,
    'chalexpired-callback': giveUp,
    ...(vendor === 'turnstile' ? { action, appearance: 'interaction-only' } : { size: 'invisible' }),
  })
  // Turnstile starts by itself. The other widgets need `execute`: reCAPTCHA 3 returns the token, the others call back.
  if (vendor !== 'turnstile') {
    const answered = Promise.resolve(widget.execute?.(id, { action }))
    answered.then((token) => typeof token === 'string' && resolve(token), giveUp)
  }
  const token = await promise
  clearTimeout(timer)
  widget.remove?.(id)
  return token
}
