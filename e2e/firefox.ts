/** Finds the system's Firefox, and defines how the tests start and drive it (docs/decisions/engineering.md). */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'

/** Returns the path where Firefox is, or should be installed. */
function firefoxPath(): string {
  return process.env.FIREFOX_PATH || '/usr/bin/firefox-esr'
}

export const isFirefoxInstalled = (): boolean => existsSync(firefoxPath())

/** Firefox refuses to run as root in another user's home folder, as in a CI container. */
function homeFolder(): string {
  const folder = join(import.meta.dirname, '../.data/firefox-home')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Starts Firefox as users have it; Playwright drives it through WebDriver BiDi. */
export const firefoxLaunch = () => ({
  executablePath: firefoxPath(),
  env: { ...(process.env as Record<string, string>), HOME: homeFolder() },
  firefoxUserPrefs: {
    'ui.prefersReducedMotion': 1,
    // ESR 153 crashes when axe reads `ariaLabelledByElements` of a form whose heading React has replaced.
    'accessibility.ARIAElementReflection.enabled': false,
    // BiDi sends clicks to the page's process, so a cross-site frame must share the process; storage is still separate.
    'fission.webContentIsolationStrategy': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.normandy.enabled': false,
    'app.update.enabled': false,
  },
})

type Session = { send(method: string, params?: unknown): Promise<unknown> }
type Implementation = { _browserSession: Session }

const missingCommand = 'emulation.setMediaFeaturesOverride'

/**
 * Playwright gives every page a colour scheme by a command that ESR 153 does not know yet, and then refuses the page. This
 * answers the command in Playwright's own process, so pages keep the scheme of Firefox. No option of Playwright 1.65 leaves
 * the command out, and its own build of Firefox cannot be installed from Debian or npm: this is the only place in the
 * repository that reaches into a library. It goes when Debian's ESR knows the command.
 */
export function answerMissingCommand(browser: Browser): void {
  const { _connection } = browser as unknown as {
    _connection: { toImpl(object: unknown): Implementation }
  }
  const prototype: Session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession)
  const { send } = prototype
  prototype.send = function (this: Session, method, params) {
    return method === missingCommand ? Promise.resolve({}) : send.call(this, method, params)
  }
}
