import { useState } from 'react'
import { Button } from '../feedback/button.tsx'
import './identity-chip.css'

type IdentityChipProps = {
  name: string | null
  picture: string | null
  identifier: string
  /** Names the group for screen readers. */
  label?: string
  onChange?: () => void
}

/** Shows the user who signs in, with 'Not you? Change' (product 2.3). */
export function IdentityChip({
  name,
  picture,
  identifier,
  label = 'Signing in as',
  onChange,
}: IdentityChipProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form.
    <div className="identity-chip" role="group" aria-label={label}>
      <Avatar name={name || identifier} picture={picture} />
      <div className="identity-chip-text">
        {name && <span className="identity-chip-name">{name}</span>}
        <span className={name ? 'identity-chip-identifier' : 'identity-chip-name'}>
          <bdi dir="ltr">{identifier}</bdi>
        </span>
        {onChange && (
          <Button look="quiet" onClick={onChange}>
            Not you? Change<span className="visually-hidden"> account</span>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Shows a picture or initials. The size is fixed, so that the page does not shift when the picture loads or fails. */
export function Avatar({ name, picture }: { name: string; picture: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="avatar" aria-hidden="true">
      {picture && !isBroken ? (
        <img
          src={picture}
          alt=""
          width="40"
          height="40"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

/** Returns the first and last initial: 'Asha Devi Rao' → 'AR', 'asha@foyer.test' → 'A', '+91 98…' → '#'. */
function initialsOf(name: string): string {
  const words = name.split('@')[0]?.match(/\p{L}+/gu) ?? []
  const letters = name.includes('@') ? words.slice(0, 1) : [words[0], words.length > 1 ? words.at(-1) : '']
  return (
    letters
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toUpperCase() || '#'
  )
}
