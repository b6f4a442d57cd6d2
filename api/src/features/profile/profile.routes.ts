import { addBlock, listBlocks, listSchoolsToBlock, removeBlock } from '@foyer/contract/profile/block-list'
import {
  getProfile,
  getProfilePreview,
  getPublicProfile,
  getUsername,
  putProfile,
} from '@foyer/contract/profile/profile-routes'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import { pageOf } from '../../kernel/limits/list-paging.ts'
import { readReplica } from '../../kernel/replica/read-replica.ts'
import type { Serve, Services } from '../../services.ts'
import { blockNamed, listOwnBlocks, searchSchools, unblock } from './block-list.ts'
import { addEntry, asEntry, orderEntries, readEntry, removeEntry, replaceEntry } from './entries.ts'
import { checkUsername, readOwnProfile, replaceOwnHead } from './own-profile.ts'
import { listItems } from './profile-items.ts'
import { previewProfile, readPublicProfile } from './public-profile.ts'

export function profileRoutes(serve: Serve, services: Services): void {
  serve(getProfile, ({ caller }) => readOwnProfile(services, caller))
  serve(putProfile, (given) => replaceOwnHead(services, given))
  serve(getPublicProfile, ({ params, caller }) =>
    readReplica(services.db, (reader) =>
      readPublicProfile(reader, { username: params.username, viewer: caller }),
    ),
  )
  serve(getProfilePreview, ({ caller }) => previewProfile(services, caller))
  serve(getUsername, ({ caller, params }) => checkUsername(services, caller, params.username))
  serve(listBlocks, async ({ caller, query }) => pageOf(await listOwnBlocks(services, caller), query))
  serve(listSchoolsToBlock, ({ query }) => readReplica(services.db, (reader) => searchSchools(reader, query)))
  serve(addBlock, ({ caller, body }) => blockNamed(services, caller, body))
  serve(removeBlock, ({ caller, params }) => unblock(services, caller, params.id))
  for (const section of sectionNames) {
    const routes = sectionRoutes[section]
    serve(routes.list, async ({ caller, query }) => {
      const items = await listItems(services.db, { userId: caller.userId, section })
      return pageOf(items.map(asEntry), query)
    })
    serve(
      routes.add,
      ({ caller, body, noteMade }) => addEntry(services, { section, caller, body, noteMade }),
      {
        replay: (id, { caller }) => readEntry(services, { section, caller, id }),
      },
    )
    serve(routes.read, ({ caller, params }) => readEntry(services, { section, caller, id: params.id }))
    serve(routes.remove, ({ caller, params }) => removeEntry(services, { section, caller, id: params.id }))
    if (!isChangeable(section)) continue
    serve(routes.replace, ({ caller, params, body, requireMatch }) =>
      replaceEntry(services, { section, caller, id: params.id, body, requireMatch }),
    )
    serve(routes.order, ({ caller, body }) => orderEntries(services, { section, caller, ids: body.ids }))
  }
}
