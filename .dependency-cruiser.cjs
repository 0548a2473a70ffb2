/*
 * The direction of imports, as rules. `npm run check` runs them (e2e/run/lint-rules.ts).
 *
 *   app -> features -> core -> ui, i18n, net -> contract
 *
 * A feature may use `state.ts`, `actions.ts` and the parts of `late.tsx` of a feature that stands before it in FEATURES.
 */

/** Earlier features first. */
const FEATURES = [
  'preferences',
  'wallet',
  'lock',
  'lobby',
  'held-machine',
  'account',
  'pwa',
  'frame',
  'navigation',
  'search',
  'live-chat',
  'contact',
  'branding',
  'info',
  'gates',
  'login',
  'game',
  'kiosk',
  'extras',
]
/** The same inside core: nothing imports what stands after it. Its `stale-answers.ts` is below all of them. */
const CORE = [
  'storage',
  'settings',
  'gates',
  'session',
  'router',
  'connection',
  'notices',
  'frame',
  'idle',
  'info-pages',
  'audio',
]
const STALE_ANSWERS = '^src/core/stale-answers\\.ts$'
/** And on the platform; its top level (main, app, build) imports all of them. */
const PLATFORM = [
  'lib',
  'config',
  'store',
  'ledger',
  'players',
  'games',
  'brands',
  'video',
  'machines',
  'contract',
  'floor',
  'audit',
  'commands',
  'metrics',
  'cluster',
  'http',
  'realtime',
  'wiring',
  // Helpers of tests: only a test imports them.
  'testing',
]

const never = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
})
const layer = (name, allowed) =>
  never(
    `layer-${name}`,
    { path: `^src/${name}/` },
    { path: '^src/', pathNot: `^src/(${[name, ...allowed].join('|')})/` },
  )
const order = (root, rooms, offered = '', lowest = []) =>
  rooms.map((room, at) =>
    never(
      `order-${root}/${room}`,
      { path: `^${root}/${room}/` },
      {
        path: `^${root}/`,
        pathNot: [
          `^${root}/${room}/`,
          ...lowest,
          ...(at ? [`^${root}/(${rooms.slice(0, at).join('|')})/${offered}`] : []),
        ],
      },
    ),
  )

module.exports = {
  forbidden: [
    layer('contract', []),
    layer('net', ['contract']),
    layer('i18n', ['contract']),
    layer('ui', ['i18n', 'contract']),
    layer('core', ['ui', 'i18n', 'net', 'contract']),
    layer('features', ['core', 'ui', 'i18n', 'net', 'contract']),
    ...order('src/core', CORE, '', [STALE_ANSWERS]),
    never('order-src/core/stale-answers', { path: STALE_ANSWERS }, { path: '^src/' }),
    ...order('src/features', FEATURES, '.*(?<=/)((state|actions)\\.ts|late\\.tsx)$'),
    ...order('platform', PLATFORM),

    never(
      'cycle',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import', 'type-import', 'type-only'] } },
      'No file imports itself by a detour; a lazy chunk may import the file that loads it.',
    ),
    { ...never('folder-cycle', {}, { circular: true }, 'Nor does a folder.'), scope: 'folder' },
    never(
      'room',
      { path: '^src/(?!(app|features|core|ui|i18n|net|contract|jsx)/)' },
      {},
      'No file outside the rooms.',
    ),
    never(
      'new-feature',
      { path: `^src/features/(?!(${FEATURES.join('|')})/)` },
      {},
      'A new feature takes its place in FEATURES.',
    ),
    never(
      'new-core',
      { path: `^src/core/(?!stale-answers\\.ts$|(${CORE.join('|')})/)` },
      {},
      'A new part of core takes its place in CORE.',
    ),
    never(
      'new-platform',
      { path: `^platform/(?!(${PLATFORM.join('|')})/)[^/]+/` },
      {},
      'The same for PLATFORM.',
    ),

    never(
      'floor-below-ports',
      { path: '^platform/floor/[^/]+$' },
      { path: '^platform/floor/[^/]+/' },
      'The rules for all machines know neither cabinets nor who asks.',
    ),
    never('cabinet-below-ports', { path: '^platform/floor/cabinet/' }, { path: '^platform/floor/ports/' }),

    never(
      'conformance-is-alone',
      { path: '^conformance/', pathNot: '^conformance/testing/' },
      { path: '^(src|platform|e2e|bench)/', pathNot: '^src/contract/' },
      'A kit that operators run from outside; the platform does without.',
    ),
    never('app-is-alone', { path: '^src/' }, { path: '^(platform|conformance|e2e|bench)/' }),
    never(
      'platform-is-alone',
      { path: '^platform/' },
      { path: '^(src|conformance|e2e|bench)/', pathNot: '^src/contract/' },
    ),
    never(
      'network',
      { path: '^src/', pathNot: '^src/net/' },
      { path: 'node_modules/(ofetch|socket\\.io-client)/' },
    ),
    never('fluent', { path: '^src/', pathNot: '^src/ui/' }, { path: 'node_modules/@fluentui/' }),
    never(
      'components-draw',
      { path: '^src/(features|ui)/.*\\.tsx$' },
      { path: '^src/net/' },
      'They call actions.ts.',
    ),
    never(
      'state-is-pure',
      { path: '/state\\.ts$' },
      { path: '^src/(net|ui)/|\\.tsx$|/actions\\.ts$|node_modules/(react|wouter)' },
    ),
    never(
      'push-sets-state',
      { path: '/push\\.ts$' },
      { path: '^src/', pathNot: '^src/(contract|net|core)/|/(state|push)\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What a test imports is its own matter.
    exclude: { path: '\\.(test|fake)\\.tsx?$|/fixture\\.ts$|vite/client|^locales/' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
