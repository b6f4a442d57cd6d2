/** Returns the outline of a seal with sixteen round teeth, in a box of 64 by 64. */
export function sealEdge(): string {
  const teeth = 16
  const points = Array.from({ length: teeth }, (_, tooth) => {
    const angle = (tooth / teeth) * 2 * Math.PI
    return `${(32 + 27 * Math.cos(angle)).toFixed(1)} ${(32 + 27 * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.at(-1)}${points.map((point) => `A5.6 5.6 0 0 1 ${point}`).join('')}z`
}
