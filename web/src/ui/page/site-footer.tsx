import './site-footer.css'

type SiteFooterProps = { links: { label: string; href: string }[]; provider: string; year: number }

export function SiteFooter({ links, provider, year }: SiteFooterProps) {
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
      <p>
        © {year} {provider}
      </p>
    </footer>
  )
}
