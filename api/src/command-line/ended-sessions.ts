/** Text of a command about the sessions it ended. */
import { sessionEndsWithinSeconds } from '@foyer/contract/limits'

export function endedSessionsText(count: number): string {
  if (count === 0) return 'No session was open.'
  const ended = count === 1 ? '1 session' : `${count} sessions`
  return `Ended ${ended}: running services refuse their access tokens within ${sessionEndsWithinSeconds} seconds.`
}
