import { brokenPageSentence, persists } from '@foyer/contract/sentences'
import { useEffect } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Card, Heading } from '../ui/page/card.tsx'

const title = 'Something went wrong'

export function ErrorPage() {
  const { site } = usePage()
  useTitle(title)
  useEffect(() => document.getElementById('title')?.focus(), [])
  return (
    <Card>
      <ArchSign badge="wrong" />
      <Heading title={title} lead={brokenPageSentence} />
      <div className="stack">
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <p className="small">
          {persists} <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
        </p>
      </div>
    </Card>
  )
}
