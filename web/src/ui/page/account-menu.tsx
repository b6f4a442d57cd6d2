import type { FocusEventHandler } from 'react'
import './account-menu.css'
import { Avatar } from './identity-chip.tsx'

type AccountMenuProps = {
  name: string | null
  /** An email address or phone number. */
  contact: string | null
  picture: string | null
  links: { label: string; href: string }[]
  /** The number of unread notifications, at most ten. */
  unread: number
  onBlur: FocusEventHandler<HTMLElement>
}

/** Renders a button with the user's picture or initials. The button opens a menu with the user's name and links. */
export function AccountMenu({ name, contact, picture, links, unread, onBlur }: AccountMenuProps) {
  const title = name ?? contact ?? 'Your account'
  return (
    <nav className="account-menu" aria-label="Account" onBlur={onBlur}>
      <button type="button" className="account-menu-button" popoverTarget="account-menu">
        <Avatar name={title} picture={picture} />
        {unread > 0 && (
          <span className="account-menu-unread" aria-hidden="true">
            {unread > 9 ? '9+' : unread}
          </span>
        )}
        <span className="visually-hidden">Account of </span>
        <span className="account-menu-name">
          <bdi>{title}</bdi>
        </span>
        {unread > 0 && <span className="visually-hidden">, {unreadText(unread)}</span>}
      </button>
      <div className="account-menu-panel" id="account-menu" popover="auto">
        <div className="account-menu-person">
          <Avatar name={title} picture={picture} />
          <p>
            <strong>
              <bdi>{title}</bdi>
            </strong>
            {name && contact && (
              <span>
                <bdi dir="ltr">{contact}</bdi>
              </span>
            )}
          </p>
        </div>
        {links.map(({ label, href }) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
      </div>
    </nav>
  )
}

function unreadText(unread: number): string {
  if (unread > 9) return 'more than 9 unread notifications'
  return `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`
}
