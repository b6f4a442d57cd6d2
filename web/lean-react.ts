/**
 * Leaves out of the browser's React what no page uses, a tenth of the first screen. The functions below become empty: those
 * of an element that no page renders are never called, and those that look for one find none. A release of React without one
 * of them stops the build.
 */
import type { Plugin } from 'vite'

const reactDom = /\/react-dom-client\.production\.js$/

/** The names in `react` and `react-dom` that do nothing in the browser's build. `src/lean-react.test.ts` keeps pages from them. */
export const leftOut = ['ViewTransition', 'Fragment', 'preload', 'preloadModule', 'preinit', 'preinitModule']

const unused = [
  // <ViewTransition>: style sheets move the steps.
  'applyViewTransitionToHostInstances',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'createViewTransitionInstance',
  'getViewTransitionClassName',
  'getViewTransitionName',
  'measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'pushViewTransitionCancelableScope',
  'reportViewTransitionError',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restoreViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent',
  'startViewTransition',
  'trackEnterViewTransitions',
  'ViewTransitionPseudoElement',
  // The ref of a <Fragment>.
  'addFragmentHandleToFiber',
  'commitFragmentInstanceDeletionEffects',
  'commitFragmentInstanceInsertionEffects',
  'commitNewChildToFragmentInstances',
  'FragmentInstance',
  // Elements that React moves to the head, and files that it loads: the document has them.
  'acquireResource',
  'getResource',
  'isHostHoistableType',
  'mountHoistable',
  'preinitModuleScript',
  'preinitScript',
  'preinitStyle',
  'preload',
  'preloadModule',
  'preloadResource',
  'suspendResource',
  // The component stack of an error, which no report carries.
  'getStackByFiberInDevAndProd',
]

export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    transform: {
      filter: { id: reactDom },
      handler: (code) => ({ code: withoutUnused(code), map: null }),
    },
  }
}

/** Reads the file by its layout: a function of the module begins and ends at the first column. */
export function withoutUnused(code: string): string {
  return unused.reduce(withoutBody, code)
}

function withoutBody(code: string, name: string): string {
  const at = code.indexOf(`\nfunction ${name}(`)
  const body = code.indexOf(') {\n', at) + 3
  const end = code.indexOf('\n}\n', body)
  if (at < 0 || body < at || end < 0) throw new Error(`React has no function ${name}: see web/lean-react.ts`)
  return withoutMethods(`${code.slice(0, body)}${code.slice(end + 1)}`, name)
}

function withoutMethods(code: string, name: string): string {
  const at = code.indexOf(`\n${name}.prototype.`)
  if (at < 0) return code
  return withoutMethods(code.slice(0, at) + code.slice(code.indexOf('\n};\n', at) + 3), name)
}
