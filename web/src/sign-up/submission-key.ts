/** One key for each submission, the same while the same is sent once more. */

let last: { content: string; key: string } | null = null

export function submissionKey(asked: object): string {
  const content = JSON.stringify(asked)
  if (last?.content !== content) last = { content, key: crypto.randomUUID() }
  return last.key
}

/** It was answered: what is sent next is another, even where it says the same. */
export function forgetSubmission(): void {
  last = null
}
