/** Lets the user drag the rows of a list by their handles. Buttons of each row do the same for the keyboard. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Side } from './drop-place.ts'

type Row = { row: HTMLElement; handle: HTMLElement; list: string; id: string }

/** Makes a row movable, and a place where other rows of its list can be dropped. Returns the function that ends both. */
export function makeDraggable({ row, handle, list, id }: Row): () => void {
  return combine(
    draggable({
      element: row,
      dragHandle: handle,
      getInitialData: () => ({ list, id }),
      onDragStart: () => row.setAttribute('data-dragged', ''),
      onDrop: () => row.removeAttribute('data-dragged'),
    }),
    dropTargetForElements({
      element: row,
      canDrop: ({ source }) => source.data.list === list && source.data.id !== id,
      getData: ({ input }) => ({ id, side: sideOf(row, input.clientY) }),
      onDrag: ({ self }) => row.setAttribute('data-drop', String(self.data.side)),
      onDragLeave: () => row.removeAttribute('data-drop'),
      onDrop: () => row.removeAttribute('data-drop'),
    }),
  )
}

/** Calls `onMoved` when a row of the list was dropped on another. Returns the function that ends that. */
export function watchMoves(
  list: string,
  onMoved: (id: string, side: Side, other: string) => void,
): () => void {
  return monitorForElements({
    canMonitor: ({ source }) => source.data.list === list,
    onDrop: ({ source, location }) => {
      const [target] = location.current.dropTargets
      if (target) onMoved(String(source.data.id), target.data.side as Side, String(target.data.id))
    },
  })
}

function sideOf(row: HTMLElement, y: number): Side {
  const { top, height } = row.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'after'
}
