/** Lists every fault, in the order in which they run: each `f…` file of this folder is one. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Fault } from './fault.ts'

const files = globSync(['f[0-9]*.ts', 'database/f[0-9]*.ts'], { cwd: import.meta.dirname })
const inOrder = files.sort((one, other) => basename(one).localeCompare(basename(other)))

export const allFaults: readonly Fault[] = await Promise.all(
  inOrder.map(async (file) => ((await import(join(import.meta.dirname, file))) as { fault: Fault }).fault),
)
