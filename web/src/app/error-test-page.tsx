import { pages } from '@foyer/contract/pages'
import { useState } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Card, Heading } from '../ui/page/card.tsx'

const { title } = pages['error-test']

/** Throws on purpose, so that a developer can check error reports and error pages (product 2.1). */
export function ErrorTestPage() {
  const [isBroken, breakPage] = useState(false)
  useTitle(title)
  if (isBroken) throw new Error('Error test: rendering')
  return (
    <Card>
      <ArchSign />
      <Heading title={title} lead="Each button makes this page fail in a different way." />
      <div className="stack">
        <Button look="secondary" onClick={() => breakPage(true)}>
          Break the page
        </Button>
        <Button look="secondary" onClick={failInEvent}>
          Fail in an event
        </Button>
        <Button look="secondary" onClick={failLater}>
          Reject a promise
        </Button>
        <Button look="secondary" onClick={() => window.foyer.fail()}>
          Show the fatal notice
        </Button>
      </div>
    </Card>
  )
}

function failInEvent(): never {
  throw new Error('Error test: event')
}

async function failLater(): Promise<never> {
  throw new Error('Error test: promise')
}
