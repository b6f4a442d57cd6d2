import { pageOf } from '@foyer/contract/page-of'
import { type PageData, usePage } from '../platforms/page-context.ts'

type Link = { text: string; href: string | null }

/**
 * The page that a category's answer mentions. A category without a row has no link, nor has a category whose page the
 * platform lacks.
 */
const links: Record<string, (page: PageData) => Link> = {
  'sign-in': ({ paths }) => ({ text: 'Set a new password', href: paths.forgotPassword }),
  codes: ({ paths }) => ({ text: 'Go to sign-in', href: paths.signIn }),
  password: ({ paths }) => ({ text: 'Forgot Password?', href: paths.forgotPassword }),
  'sign-up': ({ paths }) => ({ text: 'Create an account', href: paths.signUp }),
  'name-or-account': ({ platform }) => ({ text: 'Your account', href: `/account?platform=${platform}` }),
  school: ({ platform }) => ({
    text: 'Your school',
    href: pageOf('account-school', platform) && `/account/school?platform=${platform}`,
  }),
  privacy: ({ platform }) => ({
    text: 'Privacy in your account',
    href: `/account/privacy?platform=${platform}`,
  }),
}

/** Links to the page that the category's answer mentions. */
export function AnswerLink({ category }: { category: string }) {
  const page = usePage()
  const { text, href } = links[category]?.(page) ?? { text: '', href: null }
  return href && <a href={href}>{text}</a>
}
