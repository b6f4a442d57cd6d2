import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import './button.css'
import './early-busy.css'
import { Spinner } from './spinner.tsx'

type Look = 'primary' | 'secondary' | 'quiet'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'className'> & {
  look?: Look
  /** The text while a request runs. The busy button keeps its width and focus, and ignores clicks. */
  busyText?: string | null
  children: ReactNode
}

/** Renders a button. A busy button is marked instead of disabled, because a disabled button loses the focus. */
export function Button({
  look = 'primary',
  busyText = null,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isBusy = busyText !== null
  function handle(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${look}`}
      aria-disabled={isBusy || undefined}
      onClick={handle}
    >
      <span className="button-text">{children}</span>
      {isBusy && (
        <span className="button-text button-busy">
          <Spinner />
          {busyText}
        </span>
      )}
    </button>
  )
}

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'className'> & { look?: Look }

/** Renders a link that looks like a button, for the next step of the page. */
export function ButtonLink({ look = 'primary', children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={`button button-${look}`}>
      {children}
    </a>
  )
}
