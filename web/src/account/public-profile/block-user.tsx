import { addBlock, type Block } from '@foyer/contract/profile/block-list'
import { useState } from 'react'
import { type FormField, useCheckedForm } from '../../flow/form/use-checked-form.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useOwnCall } from '../use-own-call.ts'

const field: FormField = {
  name: 'block-username',
  label: 'Username of the person',
  wireNames: ['username'],
  missing: 'Enter the username of the person',
}
const fields = [field]

type BlockUserProps = { onBlocked: (block: Block) => void; onSignedOut: () => void }

/** Blocks the user of a username, or of the address of a profile. */
export function BlockUser({ onBlocked, onSignedOut }: BlockUserProps) {
  /** Counts blocked users, so that the field is empty for the next one. */
  const [round, setRound] = useState(0)
  const { busy, failure, call, run } = useOwnCall<'blocking'>(onSignedOut)
  const checked = useCheckedForm(fields, failure, busy !== null, (values) =>
    run(
      'blocking',
      () => call(addBlock, { body: { username: usernameIn(values[field.name] ?? '') } }),
      (block) => {
        setRound(round + 1)
        onBlocked(block)
      },
    ),
  )
  return (
    <form
      ref={checked.form}
      className="block-form"
      aria-label="Block a person"
      method="post"
      noValidate
      onSubmit={checked.onSubmit}
      onInput={checked.onInput}
    >
      <h3>Block a person</h3>
      {checked.general && (
        <ErrorNotice title={checked.general} ticking={checked.ticking} ref={checked.notice} />
      )}
      <FieldErrors value={checked.errors}>
        <div className="block-fields">
          <TextField
            key={round}
            name={field.name}
            label={field.label}
            hint="Or the address of the person’s profile"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit" look="secondary" busyText={busy && 'Blocking…'}>
            Block
          </Button>
        </div>
      </FieldErrors>
    </form>
  )
}

/** @example usernameIn('https://learning.example/profile/asharao/') // 'asharao' */
function usernameIn(typed: string): string {
  return typed.trim().split('/').filter(Boolean).at(-1) ?? ''
}
