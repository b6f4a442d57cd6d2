/** Decides which modules of the browser's code share a file. */
import { basename, dirname, join } from 'node:path'
import type { Rolldown } from 'vite'

const root = import.meta.dirname
const entry = 'src/main.tsx'

/** Keeps the requests of a first visit few: React, the modules of every page and of the sign-in form, the page itself. */
export const chunks = {
  groups: [
    { name: 'react', test: /node_modules\/(react|scheduler)|vite.preload-helper|rolldown/, priority: 1 },
    {
      name: (id: string, modules: Modules) => (isFirst(id, modules) ? 'main' : null),
      debugName: 'main',
    },
    // Modules that other pages' later steps share stay in chunks of their own.
    { name: pageParts, debugName: 'parts of one page', includeDependenciesRecursively: false },
    { name: warmParts, debugName: 'later parts of sign-in', includeDependenciesRecursively: false },
  ],
}
type Modules = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1]

/** Finds the entry and the static imports of the two roots, which a bundler would otherwise split by their other importers. */
function isFirst(id: string, modules: Modules): boolean {
  return id === join(root, entry) || importedBy([entry, 'src/sign-in/sign-in-page.tsx'], modules).has(id)
}

/** Groups the modules that a page imports statically: its later steps share some of them. */
function pageParts(id: string, modules: Modules): string | null {
  const folder = basename(dirname(id))
  if (undivided.includes(folder)) return null
  const page = sharedParts[folder] ?? folder
  return importedBy([`src/${page}/${page}-page.tsx`], modules).has(id) ? `${folder}-parts` : null
}

/** Forms and parts of other first screens, whose modules stay in chunks of their own. */
const otherFirstScreens = [
  'src/app/navigation.tsx',
  'src/school-sign-up/school-sign-up-page.tsx',
  'src/sign-in/credentials-form.tsx',
  'src/sign-up/sign-up-page.tsx',
]

/**
 * Groups what sign-in loads while the user types. In a chunk for each module that pages share they were 45 files, each level
 * of imports a round trip later, and came too late for a user who types fast.
 */
function warmParts(id: string, modules: Modules): string | null {
  const reaches = (...files: string[]) => importedBy(files, modules).has(id)
  if (reaches(...otherFirstScreens)) return null
  // A list of the school form is fetched while its first screen starts, and needs no more than these.
  const isCall = id === join(root, 'src/api/call.ts')
  if (isCall || reaches('src/api/call.ts', 'src/school-sign-up/load-places.ts')) return 'call'
  if (reaches('src/sign-in/sign-in-effects.ts')) return 'sign-in-calls'
  return reaches('src/sign-in/later-steps.tsx') ? 'later-parts' : null
}

/**
 * Their modules import others that no other page uses and that stay with the page: parts apart would import the page, and run
 * before it.
 */
const undivided = ['school-sign-up']

/** Folders of `flow/` that several pages start with, and one of these pages. */
const sharedParts: Record<string, string> = { 'sign-up-steps': 'sign-up' }

function importedBy(files: string[], modules: Modules): Set<string> {
  const roots = files.map((file) => join(root, file))
  const found = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  for (const id of roots) found.delete(id)
  return found
}
