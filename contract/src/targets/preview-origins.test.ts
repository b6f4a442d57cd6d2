import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPreviewOrigin, isPreviewPattern } from './preview-origins.ts'

describe('preview origins', () => {
  const pattern = 'https://lantern-*-team.preview.example'

  it('registers a pattern with one * in the first label of an https host, between fixed texts', () => {
    assert.ok(isPreviewPattern(pattern))
    for (const bad of [
      'https://*.preview.example',
      'https://*-team.preview.example',
      'https://lantern-*.preview.example/',
      'https://lantern-*-*-team.preview.example',
      'https://lantern-a.*-team.example',
      'http://lantern-*-team.preview.example',
      'https://lantern-*-team',
      'https://lantern-team.preview.example',
      'https://user@lantern-*-team.preview.example',
    ]) {
      assert.ok(!isPreviewPattern(bad), bad)
    }
  })

  it('matches only origins whose first label has letters, digits and hyphens for the *', () => {
    for (const origin of [
      'https://lantern-a1-team.preview.example',
      'https://lantern-a-b-team.preview.example',
    ]) {
      assert.ok(isPreviewOrigin(origin, [pattern]), origin)
    }
    for (const origin of [
      'https://lantern--team.preview.example.evil.example',
      'https://lantern-team.preview.example',
      'https://lantern-a.b-team.preview.example',
      'https://lantern-a-team.preview.example:8443',
      'http://lantern-a-team.preview.example',
      'https://lantern-A-team.preview.example',
      'https://xlantern-a-team.preview.example',
      'null',
    ]) {
      assert.ok(!isPreviewOrigin(origin, [pattern]), origin)
    }
  })
})
