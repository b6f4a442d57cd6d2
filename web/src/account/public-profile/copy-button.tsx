import { useEffect, useState } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'

/** The button says so long that it copied. */
const copiedMs = 2_000

type CopyButtonProps = {
  text: string
  /** Names the text for screen readers: 'the address of your profile'. */
  what: string
}

/** Copies a text. Where the browser refuses that, the user selects the text beside the button. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [shown, setShown] = useState('Copy')
  useEffect(() => {
    if (shown !== 'Copied') return
    const timer = setTimeout(setShown, copiedMs, 'Copy')
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <Button look="secondary" onClick={copy}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={shown === 'Copied' ? 'M5 12.5l4.5 4.5L19 7.5' : 'M9 9h11v11H9zM15 9V4H4v11h5'} />
      </svg>
      {shown}
      <span className="visually-hidden"> {what}</span>
    </Button>
  )

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setShown('Copied')
      announce('Copied.')
    } catch {
      announce('Your browser did not copy it. Select the address and copy it.', 'alert')
      setShown('Not copied')
    }
  }
}
