/** Finds the system's Firefox, and defines how the tests start and drive it (docs/decisions/engineering.md). */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'

/** Returns the path where Firefox is, or should be installed. */
function firefoxPath(): string {
  return process.env.FIREFOX_PATH || '/usr/bin/firefox-esr'
}

export const isFirefoxInstalled = (): boolean => existsSync(firefoxPath())

/** Returns a home folder for Firefox, which refuses to run as root in another user's home folder, as in a CI container. */
function homeFolder(): string {
  const folder = join(import.meta.dirname, '../.data/firefox-home')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The launch options. Firefox runs with its usual settings, and Playwright drives Firefox through WebDriver BiDi. */
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
 * Answers a command that ESR 153 lacks. Playwright sends this command to give every page a colour scheme, and without an
 * answer refuses the page. This function answers in Playwright's own process, so pages keep Firefox's scheme. No option of
 * Playwright 1.65 omits the command, and its own build of Firefox cannot be installed from Debian or npm. This is the only
 * code in the repository that changes the inside of a library; remove it when Debian's ESR knows the command.
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
