import './menu-bar.css'

type MenuBarProps = { items: { label: string; href: string; isCurrent: boolean }[] }

/** A row of links. On small screens a button opens several; Escape and a click outside close the list. */
export function MenuBar({ items }: MenuBarProps) {
  const isMenu = items.length > 1
  return (
    <nav className="menu-bar" aria-label="Main">
      {isMenu && (
        <button type="button" className="button button-secondary menu-bar-button" popoverTarget="menu">
          Menu
        </button>
      )}
      <ul className="menu-bar-items" id="menu" popover={isMenu ? 'auto' : undefined}>
        {items.map(({ label, href, isCurrent }) => (
          <li key={label}>
            <a href={href} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
