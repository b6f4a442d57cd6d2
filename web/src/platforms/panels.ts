/** Lists the panel of each family with the split layout. The panel's code loads it late, so no page's data has it. */
import type { Family } from '@foyer/contract/families'
import type { Brand } from './brand-shape.ts'
import school from './families/school.json' with { type: 'json' }

type Panel = NonNullable<Brand['panel']>

/** The files are validated with their brand (brand-shape.ts). */
export const panels: Partial<Record<Family, Panel>> = { school: school.panel as Panel }
