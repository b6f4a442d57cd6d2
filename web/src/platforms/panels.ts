/**
 * Lists the panel of each family with the split layout. The panel's code loads this file late, so that no page's data
 * contains a panel.
 */
import type { Family } from '@foyer/contract/families'
import type { Brand } from './brand-shape.ts'
import school from './families/school.json' with { type: 'json' }

type Panel = NonNullable<Brand['panel']>

/** brand-shape.ts validates these files together with their brand. */
export const panels: Partial<Record<Family, Panel>> = { school: school.panel as Panel }
