import { PGlite } from '@electric-sql/pglite'
import { messageOf } from '../lib/message-of.ts'

/*
 * Makes an embedded database in the folder that is its argument, as a process of its own: what making one
 * takes, some 400 MB, would otherwise stay with the platform. Sends its parent an error, empty if there is
 * none.
 */

process.once('disconnect', () => process.exit())
const [, , dataDir = ''] = process.argv
const error = await PGlite.create({ dataDir })
  .then((pglite) => pglite.close())
  .then(() => '', messageOf)
process.send?.({ error }, () => process.exit())
