/** The linter's rules, and what each folder may import. `src/import-rules.test.ts` plants a violation of each. */
import type { OxlintConfig, OxlintOverride } from 'oxlint'

type Pattern = { group: string[]; message: string }
type Path = { name: string; importNames: string[]; message: string }
/** By folder: the neighbours it builds on. A name with an ending is that file alone. */
type Folders = Record<string, readonly string[]>

/** Files beside the folders, which every folder may use: refusals, trail, settings, scope. */
const serverFiles = ['*.ts', '!{app,main,migrate,tables}.ts']

const serverFolders: Folders = {
  db: [],
  http: ['db'],
  excel: [],
  files: ['db', 'http'],
  backup: ['../../package.json', 'db', 'files'],
  attachments: ['db', 'http', 'files', 'surveys'],
  jobs: ['db', 'http', 'excel', 'files', 'mail/outbox.ts'],
  records: ['db', 'http', 'excel', 'jobs'],
  resources: ['db', 'http', 'files', 'records'],
  mail: ['db', 'http', 'bell', 'jobs', 'people/sign-in/password-links.ts', 'resources/brand.ts'],
  people: ['db', 'http', 'excel', 'files', 'mail/outbox.ts', 'menu', 'records'],
  menu: ['http', 'people/roles'],
  views: ['db', 'http'],
  logs: ['db', 'http', 'people', 'records'],
  metrics: ['db'],
  history: ['http', 'logs'],
  guide: [],
  openapi: ['http'],
  weather: ['http'],
  dashboard: ['db', 'http', 'payments'],
  bell: ['db', 'http', 'payments', 'responses/edit/returned.ts'],
  units: ['db', 'http', 'excel', 'records'],
  sites: ['db', 'http', 'excel', 'records'],
  surveys: ['db', 'http', 'excel', 'files', 'records', 'people/roles', 'payments'],
  xlsform: ['db', 'http', 'excel', 'surveys'],
  tasks: ['db', 'http', 'people', 'records'],
  payments: ['db', 'http', 'files', 'excel', 'jobs', 'records', 'logs/verify-audit.ts'],
  responses: ['db', 'http', 'attachments', 'excel', 'jobs', 'records', 'surveys', 'tasks', 'payments'],
  collect: ['db', 'http', 'attachments', 'responses', 'surveys', 'xlsform'],
  webhooks: ['db', 'http', 'jobs', 'records', 'responses/download/answers-seen.ts'],
  erasure: ['db', 'http', 'files', 'people', 'surveys', 'responses/insight/engine.ts'],
  evidence: ['db', 'http', 'excel', 'payments', 'responses'],
  demo: ['app.ts', 'migrate.ts', 'db', 'excel', 'people', 'responses', 'payments'],
}

/** What pages are made of. */
const parts = [
  'api',
  'charts',
  'i18n',
  'ui',
  'attachments',
  'downloads',
  'erasures',
  'factor',
  'form',
  'history',
  'jobs',
  'list',
  'map',
  'money',
  'questionnaire',
  'record',
  'rich-text',
  'survey',
  'tokens',
  'units',
  'uploads',
  'views',
]
const webFiles = ['lazy-*.{ts,tsx}']

const webFolders: Folders = {
  api: ['i18n/basic.ts'],
  i18n: ['api/{session,shared-value}.ts', 'ui/antd-locales.ts'],
  ui: ['api', 'i18n'],
  map: ['api', 'i18n', 'ui'],
  charts: ['api', 'i18n', 'map', 'ui'],
  units: ['api', 'i18n', 'ui'],
  form: ['api', 'i18n', 'rich-text', 'ui', 'units'],
  // Questionnaires take its element alone.
  'rich-text': ['i18n', 'ui'],
  views: ['api', 'i18n', 'ui'],
  uploads: ['api', 'i18n', 'ui'],
  history: ['api', 'i18n', 'ui'],
  downloads: ['api', 'i18n', 'ui', 'jobs'],
  jobs: ['api', 'i18n', 'ui', 'record/RecordStatus.tsx'],
  list: ['api', 'i18n', 'ui', 'form', 'jobs', 'units', 'views'],
  record: ['api', 'i18n', 'ui', 'form', 'history', 'list'],
  money: ['api', 'i18n', 'ui', 'form'],
  erasures: ['api', 'i18n', 'ui', 'form', 'list'],
  survey: ['api', 'i18n', 'form', 'list', 'questionnaire', 'ui', 'units'],
  tokens: ['api/page-settings.ts', 'i18n', 'form', 'ui'],
  attachments: ['api', 'i18n', 'ui', 'questionnaire'],
  // A page for respondents loads it alone: no call, no react-intl, nothing of Ant Design.
  questionnaire: ['rich-text/RichText.tsx', 'ui/Button.tsx'],
  // The page of a public link is a build of its own, and as small.
  link: ['api/page-settings.ts', 'questionnaire', 'ui/{Button.tsx,tied.ts,theme.ts,base.css,button.css}'],
  search: ['api', 'i18n', 'ui'],
  // The sign-in page loads it: nothing of Ant Design.
  factor: ['api', 'i18n', 'ui/{Button.tsx,focus.ts,use-work.ts}'],
  shell: ['api', 'i18n', 'ui', 'factor', 'jobs', 'search', 'pages/people/account/FirstPasswordScreen.tsx'],
  'pages/*': parts,
  'pages/charts': parts,
}

/** Of contract and domain; folders that are not named take all of it. */
const knowledge: Record<string, string[]> = {
  'server/db': ['#contract/{endpoint,fields,filters}.ts'],
  'server/http': [
    '#contract/{endpoint,fields,problems}.ts',
    '#domain/{brand,errors,nearest,problems,people/permissions,surveys/survey-token}.ts',
  ],
  'web/ui': ['#contract/files.ts', '#domain/{brand,palette}.ts'],
}

const rooms = { group: ['#{server,web}/**', '**/{server,web}/**'], message: 'server and web never import each other' }

const pure = { message: 'domain is pure: it imports nothing but domain' }
const noLazy = { name: 'react', importNames: ['lazy'], message: 'use lazyComponent' }
const noCharts = {
  group: ['echarts', 'echarts/**'],
  message: 'charts and their gallery alone draw with them',
}
const noAntd = { group: ['antd', 'antd/**'], message: 'Ant Design is behind ui' }

function imports(files: string[], patterns: Pattern[], paths: Path[] = []): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { paths, patterns }] } }
}

interface Folder {
  name: string
  allowed: readonly string[]
}

/** Everything outside the folder is refused but for `allowed`. `up` leads to its room; `own`: files of the folder itself. */
function folderPatterns({ name, allowed }: Folder, up: string, own: string[]): Pattern[] {
  const entries = allowed.map((entry) => {
    const path = entry.includes('.') ? entry : `${entry}/**`
    return path.startsWith('!') ? `${up}${path.slice(1)}` : `!${up}${path}`
  })
  const known = knowledge[name]
  const files = { group: ['#words/texts.ts'], message: 'the build brings the texts of the pages' }
  const unknown = {
    group: ['#{contract,domain}/**', ...(known ?? []).map((path) => `!${path}`)],
    message: `${name} knows no area`,
  }
  // In one group, as a path that a group lets through is not looked at again.
  const group = ['../**', ...own, ...entries, `${up}*/*routes.ts`]
  return [
    rooms,
    { group, message: `${name} does not build on that: see its line in oxlint.config.ts; only app.ts lists routes` },
    ...(known ? [unknown] : []),
    ...(name.startsWith('web/') ? [files] : []),
    ...(name.startsWith('web/') && name !== 'web/ui' ? [noAntd] : []),
    ...(name.startsWith('web/') && !/^web\/(pages\/)?charts$/.test(name) ? [noCharts] : []),
  ]
}

/** What the sub-rooms of a folder take of it: on the server one another, in the web the folder's own files alone. */
const inner = { server: ['!../**', '../../**'], web: ['!../*.{ts,tsx,css}'] }

function foldersOf(room: 'server' | 'web', folders: Folders, files: readonly string[], paths: Path[] = []) {
  return Object.entries(folders).flatMap(([folder, neighbours]) => {
    const about = { name: `${room}/${folder}`, allowed: [...files, ...neighbours] }
    const up = '../'.repeat(folder.split('/').length)
    return [
      imports([`src/${about.name}/*`], folderPatterns(about, up, []), paths),
      imports([`src/${about.name}/*/**`], folderPatterns(about, `${up}../`, inner[room]), paths),
    ]
  })
}

const tests = ['src/**/*.test.ts', 'src/server/**/test/**', 'src/server/**/test-*.ts', 'e2e/**']

const config: OxlintConfig = {
  plugins: ['typescript', 'import', 'unicorn', 'promise', 'react', 'jsx-a11y', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-restricted-properties': [
      'error',
      {
        object: 'Math',
        property: 'random',
        message: 'tests draw from testChance, so that TEST_SEED repeats them; keys and tokens come from crypto',
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-unassigned-import': 'off',
    'typescript/consistent-return': 'off',
  },
  ignorePatterns: ['dist', 'node_modules', 'test/seed'],
  overrides: [
    imports(['src/domain/*'], [{ ...pure, group: ['*', '!./**'] }]),
    imports(['src/domain/*/**'], [{ ...pure, group: ['*', '!./*.ts', '!../**', '../../**'] }]),
    imports(['src/domain/*/test/**'], [{ ...pure, group: ['*', '!./*.ts', '!../**', '../../../**'] }]),
    imports(
      ['src/contract/**'],
      [
        {
          group: ['*', '!./*.ts', '!./*.json', '!#domain/**', '!zod/mini'],
          message: 'contract imports domain and zod only',
        },
      ],
    ),
    imports(
      ['src/words/**'],
      [
        {
          group: ['#{server,web}/**', '../**'],
          message: 'words imports domain and contract, so that both sides may read it',
        },
      ],
    ),
    imports(['src/server/*'], [rooms]),
    imports(
      ['src/server/{audit,data-dir,errors,phones,scope,settings,turnstile}.ts'],
      [
        rooms,
        {
          group: ['./*/**', '!./db/**', './{app,main,migrate,services,tables}.ts'],
          message: 'what all use builds on db',
        },
      ],
    ),
    imports(['src/web/*'], [{ ...rooms, group: ['#server/**', '**/server/**'] }, noAntd, noCharts], [noLazy]),
    ...foldersOf('server', serverFolders, serverFiles),
    ...foldersOf('web', webFolders, webFiles, [noLazy]),
    imports(['src/web/i18n/languages/*'], [rooms]),
    imports(tests, [{ group: ['#web/**'], message: 'use the screen, not its code' }]),
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
}

export default config
