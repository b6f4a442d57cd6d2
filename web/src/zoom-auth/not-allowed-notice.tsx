import { usePage } from '../platforms/page-context.ts'
import { ButtonLink } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Heading } from '../ui/page/card.tsx'

/** Explains that users of this platform may not open the external site, and offers the next action. */
export function NotAllowedNotice({ name }: { name: string }) {
  const { platform, brand, site } = usePage()
  return (
    <>
      <ArchSign badge="wrong" />
      <Heading
        title={`You can’t go to ${name} from here`}
        lead={`${name} isn’t open to users of ${brand.displayName}.`}
      />
      <div className="stack">
        <ButtonLink href={`/account?platform=${platform}`}>Go to your account</ButtonLink>
        <p className="small">
          If you think you should have access, write to{' '}
          <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
        </p>
      </div>
    </>
  )
}
