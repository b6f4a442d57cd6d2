/** Length of the stem that two forms of a word share: School and Schools, Utils and Utilities. */
const stemLength = 4

/** Returns the role, or null if the platform's name already says the role. */
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
