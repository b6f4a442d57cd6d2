import { getHelpCategories, type HelpCategory } from '@foyer/contract/routes/help'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'

export type Categories =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'ready'; list: readonly HelpCategory[] }

/** Returns the categories, and a function that loads them again after a failure. */
export function useCategories(): [Categories, () => void] {
  const [categories, setCategories] = useState<Categories>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const loadAgain = () => setRound(round + 1)
    call(getHelpCategories, {}, { signal }).then((answer) => {
      if (signal.aborted) return
      if (answer.isSuccessful) return setCategories({ kind: 'ready', list: answer.data })
      setCategories({ kind: 'failed' })
      if (answer.isNetworkFailure) addEventListener('online', loadAgain, { once: true, signal })
    })
    return () => leaving.abort()
  }, [round])
  return [categories, tryAgain]

  function tryAgain(): void {
    setCategories({ kind: 'loading' })
    setRound(round + 1)
  }
}
