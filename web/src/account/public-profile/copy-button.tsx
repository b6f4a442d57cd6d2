import { useState } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'

type CopyButtonProps = {
  text: string
  /** Names the text for screen readers: 'the address of your profile'. */
  what: string
}

/** Copies a text. Where the browser refuses that, the user selects the text beside the button. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [shown, setShown] = useState('Copy')
  return (
    <Button look="quiet" onClick={copy}>
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
