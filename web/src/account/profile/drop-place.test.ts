/** Tests the place of a dragged row. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { placeAfterDrop } from './drop-place.ts'

it('places a dragged row before or after the row on which it was dropped', () => {
  const ids = ['a', 'b', 'c', 'd']
  assert.equal(placeAfterDrop(ids, 'd', 'before', 'a'), 0)
  assert.equal(placeAfterDrop(ids, 'a', 'after', 'd'), 3)
  assert.equal(placeAfterDrop(ids, 'a', 'before', 'c'), 1)
  assert.equal(placeAfterDrop(ids, 'a', 'before', 'b'), 0)
  assert.equal(placeAfterDrop(ids, 'c', 'after', 'a'), 1)
})
