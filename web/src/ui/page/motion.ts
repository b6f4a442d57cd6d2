/** Animates an element with the timing of a step change (theme.css, --step), unless the user prefers reduced motion. */
export function move(element: Element, frames: Keyframe[]): Animation | undefined {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  return element.animate(frames, { duration: 180, easing: 'cubic-bezier(.2, 0, 0, 1)' })
}
