import type { FocusEventHandler, SyntheticEvent } from 'react'
import './menu-bar.css'

export type MenuLink = {
  label: string
  href: string
  isCurrent: boolean
  /** Returns the link's address with the page's query. Called when the user follows the link. */
  carry?: (href: string) => string
}

type MenuBarProps = { links: MenuLink[]; isAtEnd: boolean; onBlur: FocusEventHandler<HTMLElement> }

/**
 * Renders a row of links. On small screens a button opens several links as a list; Escape and a click outside close the
 * list.
 */
export function MenuBar({ links, isAtEnd, onBlur }: MenuBarProps) {
  const isMenu = links.length > 1
  return (
    <nav className={isAtEnd ? 'menu-bar menu-bar-end' : 'menu-bar'} aria-label="Main" onBlur={onBlur}>
      {isMenu && (
        <button type="button" className="button button-secondary menu-bar-button" popoverTarget="menu">
          <span className="visually-hidden">Menu</span>
        </button>
      )}
      <ul className="menu-bar-items" id="menu" popover={isMenu ? 'auto' : undefined}>
        {links.map(({ label, href, isCurrent, carry }) => {
          const follow = carry && setAddress(href, carry)
          return (
            <li key={label}>
              <a
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                onPointerDown={follow}
                onClick={follow}
              >
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function setAddress(href: string, carry: (href: string) => string) {
  return (event: SyntheticEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = carry(href)
  }
}
