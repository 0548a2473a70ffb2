import { startVideo } from '../../../video/client/engine.ts'

/* A platform that runs the video alone, for the test that kills it. Sends the worker's pid. */

const engine = startVideo({ prerender: false })
const stats = await engine.stats()
process.send?.(stats?.pid)
