import { skillItemsMax } from '@foyer/contract/profile/skill-portfolio'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { EntryList } from '../profile/entry-list.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import { type Section, useSection } from '../use-section.ts'
import { itemFields, type ShownItem } from './portfolio-items.ts'
import { itemTarget, loadItems, portfolioStore } from './portfolio-store.ts'
import { SkillHeadline } from './skill-headline.tsx'
import { SkillVisibility } from './skill-visibility.tsx'
import { SubmissionDetails } from './submission-details.tsx'
import { Submissions } from './submissions.tsx'

const words = { title: 'Skill portfolio', add: 'Add a piece of work', naming: 'title' }

/** Shows the skill portfolio: who can see it, what is in it, and what platforms handed in for it. */
export function SkillPortfolioPage() {
  const section = useSection('account-skill-portfolio')
  const { user } = section
  return (
    <SectionCard
      page="account-skill-portfolio"
      lead="What you can do, and the work that shows it. It is your skill profile once you let others see it."
      section={section}
    >
      {/* Another tab may sign another user in. */}
      {user && <SkillPortfolio key={user.uuid} {...{ user, section }} />}
    </SectionCard>
  )
}

type SkillPortfolioProps = { user: StoredUser; section: Section }

function SkillPortfolio({ user, section }: SkillPortfolioProps) {
  const { platform } = usePage()
  const list = useLoadedBy<readonly ShownItem[]>(loadItems(platform), section.leaveIfEnded)
  const { data: items } = list
  return (
    <>
      <SectionPart id="skill-visibility-title" title="Who can see it">
        <SkillVisibility section={section} />
        <p className="small">
          Your profile has its own switch, next to the links to both pages:{' '}
          <a href={`/account/public-profile?platform=${platform}`}>Public profile</a>.
        </p>
      </SectionPart>
      <SectionPart id="skills-headline-title" title="Your headline">
        <SkillHeadline {...{ user, section }} />
      </SectionPart>
      <SectionPart
        id="skill-items-title"
        title="Skills and work"
        lead={items?.length === 0 ? 'Show a project, a text or a lesson, and which skills it took.' : null}
      >
        {items ? (
          <EntryList<ShownItem>
            {...{ user, section, words, list }}
            name="skill-portfolio"
            fields={itemFields}
            heading="h3"
            entries={items}
            max={skillItemsMax}
            full={`A skill portfolio has at most ${skillItemsMax} pieces of work. Delete one before you add another.`}
            isChangeable
            store={portfolioStore(platform)}
            targetOf={itemTarget}
            more={{
              label: 'Handed-in work',
              of: ({ submissionId }) =>
                submissionId && <SubmissionDetails id={submissionId} section={section} />,
            }}
          />
        ) : (
          <PartLoading what="your skills and work" failure={list.failure} load={list.load} />
        )}
      </SectionPart>
      <SectionPart
        id="submissions-title"
        title="Handed in for you"
        lead="What platforms of this account handed in. Only you see it, unless you add it to your portfolio."
      >
        <Submissions {...{ items, section }} onShown={(item) => items && list.setData([...items, item])} />
      </SectionPart>
    </>
  )
}
