import { startVideo } from './engine.ts'

/* A platform that does nothing but run the video, for the test that kills it. Says the video process's pid. */

const engine = startVideo({ prerender: false })
const stats = await engine.stats()
process.send?.(stats?.pid)
