import {
  finishSocialSignIn,
  startSocialSignIn,
  takeSocialForm,
} from '@foyer/contract/page-routes/social-pages'
import { isSocialProvider } from '@foyer/contract/social/providers'
import type { ServePage, Services } from '../../services.ts'
import { finishAtPage } from './callback.ts'
import { sealForm } from './posted-form.ts'
import { redirectToProvider } from './redirect-to-provider.ts'
import { returnAddress } from './return-address.ts'

export function socialPageRoutes(servePage: ServePage, services: Services): void {
  servePage(startSocialSignIn, (request) => redirectToProvider(services, request), failed)
  servePage(
    takeSocialForm,
    async ({ form }) => {
      const sealed = new URLSearchParams({ form: sealForm(services.keyring, form) })
      return `${takeSocialForm.path}?${sealed}`
    },
    () => failed({ provider: 'apple' }),
  )
  servePage(finishSocialSignIn, (request) => finishAtPage(services, request), failed)
}

function failed({ provider }: Record<string, string>): string {
  return returnAddress(isSocialProvider(provider) ? { provider } : {}, { error: 'failed' })
}
