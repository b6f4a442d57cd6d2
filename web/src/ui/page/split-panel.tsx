import './split-panel.css'

type SplitPanelProps = { title: string; points: { title: string; text: string }[] }

/** Presents the platform beside its form on wide screens. */
export function SplitPanel({ title, points }: SplitPanelProps) {
  return (
    <aside className="split-panel" aria-labelledby="panel-title">
      <h2 className="split-panel-title" id="panel-title">
        {title}
      </h2>
      <ul className="split-panel-points">
        {points.map((point) => (
          <li key={point.title}>
            <strong>{point.title}</strong>
            <span>{point.text}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
