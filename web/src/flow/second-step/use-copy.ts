import { useState } from 'react'

/** Copies a text. The first value tells whether the browser has copied it; null before the first try. */
export function useCopy(text: string): [copied: boolean | null, copy: () => Promise<void>] {
  const [copied, setCopied] = useState<boolean | null>(null)
  return [copied, copy]

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
}
