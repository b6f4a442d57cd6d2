import { useEffect, useState } from 'react'
import type { LaterSceneProps } from './later-slides.tsx'
import { ProfilesScene, type ProfilesSceneProps } from './profiles-scene.tsx'
import './split-panel.css'
import { useRotation } from './use-rotation.ts'

type Panel = {
  label: string
  /** The rendered HTML contains the first slide's scene. */
  slides: { name: string; title: string; text: string; scene: SceneProps }[]
}

type SceneProps = ({ kind: 'profiles' } & ProfilesSceneProps) | LaterSceneProps

/** Presents the platform next to its form. The rendered HTML contains only the first slide, in its final position. */
export function SplitPanel({ label, slides }: Panel) {
  const later = useLaterSlides()
  const { shown, isRotating, isOn, show, toggle, watch, swipe } = useRotation(slides.length, later !== null)
  return (
    <section className="split-panel" aria-roledescription="carousel" aria-label={label} {...watch}>
      <svg className="split-panel-arch" viewBox="-104 0 208 208" aria-hidden="true">
        <use href="#door" />
      </svg>
      {later && (
        <later.PanelControls
          names={slides.map(({ name }) => name)}
          {...{ shown, isOn }}
          onToggle={toggle}
          onShow={show}
        />
      )}
      <div className="split-panel-slides" aria-live={isRotating ? 'off' : 'polite'} {...swipe}>
        {slides.slice(0, later ? undefined : 1).map(({ name, title, text, scene }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form.
          <div
            key={name}
            className="split-panel-slide"
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${name}`}
            data-shown={index === shown || undefined}
          >
            {scene.kind === 'profiles' ? (
              <ProfilesScene {...scene} />
            ) : (
              later && <later.LaterScene {...scene} />
            )}
            <div>
              <h2 className="split-panel-title">{title}</h2>
              <p>{text}</p>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Loads the later slides. If they do not load, the first slide stays. */
function useLaterSlides() {
  const [later, setLater] = useState<typeof import('./later-slides.tsx') | null>(null)
  useEffect(() => {
    import('./later-slides.tsx').then(setLater, () => {})
  }, [])
  return later
}
