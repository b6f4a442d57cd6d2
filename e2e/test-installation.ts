/** Defines the URLs and the environment of the test installation, separate from an installation that may be running. */
import { join } from 'node:path'
import { originOf, siteOf } from '../demo/src/sites.ts'
import { testPorts } from './ports.ts'

export const accountsUrl = `http://localhost:${testPorts.accounts}`
export const demoUrl = siteUrl('learning')
/** The external site of the demo. */
export const zoomUrl = siteUrl('zoom')
/** The stand-ins for Google, Facebook and Apple. */
export const standInsUrl = `http://127.0.0.1:${testPorts.standIns}`
/** The default recipient of help requests. */
export const supportEmail = 'support@foyer.test'
/** The analytics collector to which the service forwards records. */
export const collectorUrl = `http://127.0.0.1:${testPorts.collector}`

/**
 * Sites that embed or open pages of Foyer (embedding/parent-server.ts). The first three are registered for platforms.
 */
export const parents = {
  sameSite: `http://localhost:${testPorts.parent}`,
  secondSite: `http://localhost:${testPorts.secondParent}`,
  crossSite: `http://127.0.0.1:${testPorts.parent}`,
  /** Registered as a sister site, and for no platform. */
  sister: `http://localhost:${testPorts.sister}`,
  hostile: `http://localhost:${testPorts.hostile}`,
  hostileCrossSite: `http://127.0.0.1:${testPorts.hostile}`,
} as const

const root = join(import.meta.dirname, '..')

export const installationEnv = {
  PORT: String(testPorts.accounts),
  DEMO_PORT: String(testPorts.demo),
  STAND_INS_PORT: String(testPorts.standIns),
  DATA_FOLDER: join(root, '.data/e2e'),
  /** `start-installation.ts` writes this file. */
  PLATFORMS_FILE: join(root, '.data/e2e/platforms.json'),
  LIMITS_FACTOR: '1000',
  // No platform reminds its users to set up a second factor: page-tests/sign-in/second-step.test.ts tests that.
  PLATFORM_ASSURANCE: 'serviceAdmin:1,svp:1,centreAdmin:1,iqa:1,applicationFormAdmin:1,recruitmentUtils:1',
  // On a busy machine, solving real challenges could take longer than a test waits.
  CAPTCHA_COST: '1',
  ANALYTICS_URL: collectorUrl,
}

/** Returns the origin of a demo site by its key (demo/src/sites.ts). */
export function siteUrl(key: string): string {
  return originOf(siteOf(key), testPorts.demo)
}
