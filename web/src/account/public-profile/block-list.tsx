import { type Block, listBlocks, removeBlock } from '@foyer/contract/profile/block-list'
import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'
import { BlockSchool } from './block-school.tsx'
import { BlockUser } from './block-user.tsx'

const titleId = 'blocked-title'

/** Shows whom the user blocks, and blocks more users and schools. */
export function BlockList({ section }: { section: Section }) {
  const { data: blocks, setData, ...state } = useLoaded(listBlocks, {}, section.leaveIfEnded)
  if (!blocks) return <PartLoading what="the people and schools you block" {...state} />
  const without = (one: Block) => blocks.filter(({ id }) => id !== one.id)

  function add(block: Block): void {
    setData([block, ...without(block)])
    announce(`${block.name} is blocked.`)
  }

  return (
    <>
      {blocks.length === 0 ? (
        <p>You haven’t blocked anyone.</p>
      ) : (
        <ul className="blocks" aria-labelledby={titleId}>
          {blocks.map((block) => (
            <BlockItem
              key={block.id}
              block={block}
              onSignedOut={section.leave}
              onRemoved={() => {
                setData(without(block))
                announce(`${block.name} is no longer blocked.`)
                document.getElementById(titleId)?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <BlockUser onBlocked={add} onSignedOut={section.leave} />
      <BlockSchool blocked={blocks} onBlocked={add} section={section} />
    </>
  )
}

type BlockItemProps = { block: Block; onRemoved: () => void; onSignedOut: () => void }

function BlockItem({ block: { id, name, username }, onRemoved, onSignedOut }: BlockItemProps) {
  const { busy, failure, call, run, repeat } = useOwnCall<'removing'>(onSignedOut)
  return (
    <li>
      <div>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className="small">{username ? <bdi dir="ltr">{username}</bdi> : 'School'}</p>
      </div>
      <Button
        look="quiet"
        busyText={busy && 'Unblocking…'}
        onClick={() =>
          run(
            'removing',
            () => call(removeBlock, { params: { id } }),
            onRemoved,
            (refused) => {
              // Another tab has removed it.
              const isGone = refused.errors.code === 'not-found'
              if (isGone) onRemoved()
              return isGone
            },
          )
        }
      >
        Unblock<span className="visually-hidden"> {name}</span>
      </Button>
      {failure && <FailureNotice failure={failure} onOnline={repeat} />}
    </li>
  )
}
