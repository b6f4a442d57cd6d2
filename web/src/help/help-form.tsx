import { emailFault } from '@foyer/contract/fields'
import { fullNameFault, lengthOfMessage, messageFault, subjectFault } from '@foyer/contract/help-faults'
import { getHelpCategories } from '@foyer/contract/routes/help'
import { helpMessageMaxLength } from '@foyer/contract/shared-values'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import type { Failure } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { useList } from '../flow/form/use-list.ts'
import { usePage } from '../platforms/page-context.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { TextArea } from '../ui/fields/text-area.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { CategoryChoice } from './category-choice.tsx'
import type { HelpDraft } from './help-draft.ts'
import { prepareCaptcha } from './help-effects.ts'
import type { HelpEvent } from './help-machine.ts'
import { WayBack } from './way-back.tsx'

type HelpFormProps = {
  draft: HelpDraft
  /** The signed-in user; null for a signed-out user. */
  user: StoredUser | null
  failure: Failure | null
  isBusy: boolean
  send: (event: HelpEvent) => void
}

type Name = keyof HelpDraft
type Field = FormField & { name: Name }

const fieldOf: { [N in Name]: Field } = {
  category: {
    name: 'category',
    label: 'What is it about?',
    wireNames: ['category'],
    missing: 'Choose what it is about',
  },
  email: {
    name: 'email',
    label: 'Email',
    wireNames: ['email'],
    missing: 'Enter the email that we can answer to',
    check: emailFault,
  },
  name: {
    name: 'name',
    label: 'Name',
    wireNames: ['name'],
    isOptional: true,
    check: fullNameFault,
  },
  subject: {
    name: 'subject',
    label: 'Subject',
    wireNames: ['subject'],
    missing: 'Enter a subject',
    check: subjectFault,
  },
  message: {
    name: 'message',
    label: 'Message',
    wireNames: ['message'],
    missing: 'Write your message',
    check: messageFault,
  },
}

/** Asks for the facts that support needs. A signed-in user types no name, and an email only if the account has none. */
export function HelpForm({ draft, user, failure, isBusy, send }: HelpFormProps) {
  const { platform } = usePage()
  const categories = useList('all', (_, signal) => call(getHelpCategories, {}, { signal }))
  const hasChoice = categories.items.length > 0
  const names: Name[] = [
    ...(hasChoice ? (['category'] as const) : []),
    ...(user?.email ? [] : (['email'] as const)),
    ...(user ? [] : (['name'] as const)),
    'subject',
    'message',
  ]
  const fields = names.map((name) => fieldOf[name])

  function keep({ target }: FormEvent): void {
    const { name, value } = target as HTMLInputElement
    if (name in fieldOf) send({ type: 'typed', values: { [name]: value } })
    prepareCaptcha(platform)
  }

  return (
    <div className="help-form" onInput={keep}>
      <FormFrame
        heading="How can we help?"
        step="Help"
        lead="Choose what it is about. If that doesn’t answer your question, write to us."
        above={
          user?.email && (
            <IdentityChip
              label="Signed in as"
              name={user.fullName || null}
              picture={null}
              identifier={user.email}
            />
          )
        }
        fields={fields}
        failure={failure}
        isBusy={isBusy}
        submit="Send"
        busyText="Sending…"
        onValid={(values) => send({ type: 'submitted', values })}
        onRetry={() => send({ type: 'retried' })}
        below={<WayBack isSignedIn={user !== null} email={draft.email} />}
      >
        <CategoryChoice
          name="category"
          legend={fieldOf.category.label}
          categories={categories}
          chosen={draft.category}
        />
        <div className="help-sender">
          {!user?.email && (
            <TextField
              name="email"
              label="Email"
              type="email"
              hint="We’ll answer here."
              defaultValue={draft.email}
              autoComplete="email"
              inputMode="email"
              enterKeyHint="next"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
          {!user && (
            <TextField
              name="name"
              label="Name (optional)"
              defaultValue={draft.name}
              autoComplete="name"
              enterKeyHint="next"
            />
          )}
        </div>
        <TextField
          name="subject"
          label="Subject"
          defaultValue={draft.subject}
          autoComplete="off"
          enterKeyHint="next"
        />
        <TextArea
          name="message"
          label="Message"
          max={helpMessageMaxLength}
          lengthOf={lengthOfMessage}
          defaultValue={draft.message}
          autoComplete="off"
        />
      </FormFrame>
    </div>
  )
}
