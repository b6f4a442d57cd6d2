/** Letters that two forms of a word share: School and Schools, Utils and Utilities. */
const stemLength = 4

/** Returns the role if it says more than the name of the platform beside it, else null. */
export function roleBeside(displayName: string, role: string): string | null {
  const named = new Set(stemsOf(displayName))
  return stemsOf(role).every((stem) => named.has(stem)) ? null : role
}

function stemsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(' ')
    .map((word) => word.slice(0, stemLength))
}
