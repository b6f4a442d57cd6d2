import { useEffect } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { pageTitle } from '../../platforms/page-title.ts'

export function useTitle(step: string, hasError = false): void {
  const page = usePage()
  useEffect(() => {
    document.title = pageTitle(step, page, hasError)
  }, [step, page, hasError])
}
