/** Groups the sessions of a user by browser. */
import { platformNames } from '@foyer/contract/platform-names'
import type { Result } from '@foyer/contract/routes/route'
import type { listSessions } from '@foyer/contract/routes/sessions'
import { language } from '@foyer/contract/shared-values'

export type ListedSession = Result<typeof listSessions>[number]

export type BrowserGroup = {
  key: string
  /** 'Chrome on Windows' */
  name: string
  isHere: boolean
  lastSeenAtMs: number
  /** Until when sign-ins there need no second factor; null if they need it. */
  rememberedUntil: string | null
  /** The last used session comes first. */
  sessions: readonly ListedSession[]
}

export const unknownBrowser = 'Unknown browser'

const list = new Intl.ListFormat(language)

/** Returns this browser first, then the others, the last used first. A session without a browser session is by itself. */
export function groupByBrowser(sessions: readonly ListedSession[]): BrowserGroup[] {
  const groups = Map.groupBy(sessions, ({ isHere, isCurrent, browser, id }) =>
    isHere || isCurrent ? 'here' : (browser ?? id),
  )
  return [...groups]
    .map(([key, members]) => groupOf(key, members))
    .sort((a, b) => Number(b.isHere) - Number(a.isHere) || b.lastSeenAtMs - a.lastSeenAtMs)
}

function groupOf(key: string, members: readonly ListedSession[]): BrowserGroup {
  const sessions = members.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
  return {
    key,
    name: sessions.find(({ device }) => device !== null)?.device ?? unknownBrowser,
    isHere: key === 'here',
    lastSeenAtMs: Date.parse(sessions[0]?.lastSeenAt ?? ''),
    rememberedUntil: sessions.find(({ rememberedUntil }) => rememberedUntil)?.rememberedUntil ?? null,
    sessions,
  }
}

/** @example platformsText(group) // 'Learning and Centre Admin' */
export function platformsText({ sessions }: Pick<BrowserGroup, 'sessions'>): string {
  const names = new Set(sessions.map(({ platform }) => platformNames[platform].displayName))
  return list.format(names)
}
