/** 65 → '01:05' */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 60), seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
