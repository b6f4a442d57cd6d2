/** Tests that the SDK, which does not include the contract, knows the contract's platforms and products. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformRow, platforms } from '../contract/src/platforms.ts'
import { productOf } from '../sdk/src/platforms.ts'

test('the SDK knows the platforms of the contract, and the product of each', () => {
  assert.deepEqual(productOf, Object.fromEntries(platforms.map((name) => [name, platformRow(name).product])))
})
