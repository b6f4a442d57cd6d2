import './site-footer.css'

type SiteFooterProps = { links: { label: string; href: string }[]; owner: string | null }

export function SiteFooter({ links, owner }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <nav aria-label="Legal">
        <ul>
          {links.map(({ label, href }) => (
            <li key={label}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      {owner && <p>{owner}</p>}
    </footer>
  )
}
