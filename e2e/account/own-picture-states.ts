/** Lists the states of the picture on the account page. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { answerDoors } from '../doors/door-states.ts'
import { hasButton, press, type State, shows } from '../state.ts'
import { drawing as photo } from './drawing.ts'

const path = '/api/pictures/3b5f0c9e-7a41-4d28-b6e3-90c2d1f4a875'
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#1565c0" d="M0 0h8v8H0z"/></svg>'

/** Answers the picture routes in the test, so that the shared user gets no picture. */
async function reachPicture(page: Page): Promise<void> {
  await page.route('**/api/auth/users/picture', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: { picture: path } } })
      : route.fulfill({ status: 503, json: {} }),
  )
  await answerDoors(page)
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }))
  await page.goto('/account?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('button', { name: 'Change your picture' }).waitFor()
}

async function choosePhoto(page: Page): Promise<void> {
  await reachPicture(page)
  const file = { name: 'me.png', mimeType: 'image/png', buffer: photo(40, 30) }
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
  await page.getByRole('slider', { name: 'Zoom' }).waitFor()
}

export const ownPictureStates: readonly State[] = [
  { title: 'picture', reach: reachPicture, check: hasButton('Remove your picture') },
  {
    title: 'picture, refused file',
    reach: async (page) => {
      await answerDoors(page)
      await page.goto('/account?platform=student')
      await signIn(page, 'student@foyer.test')
      const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
      await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
    },
    check: shows('Choose a JPG, PNG or WebP picture.'),
    errors: [/400/],
  },
  { title: 'picture, cut before the upload', reach: choosePhoto, check: hasButton('Save picture') },
  {
    title: 'picture, cut whose upload fails',
    reach: async (page) => {
      await choosePhoto(page)
      await press(page, 'Save picture')
    },
    check: hasButton('Save picture'),
    errors: [/503/],
  },
  {
    title: 'picture, failed removal',
    reach: async (page) => {
      await reachPicture(page)
      await press(page, 'Remove your picture')
      await press(page, 'Remove picture')
    },
    check: shows('Remove your picture?'),
    errors: [/503/],
  },
]
