/**
 * Builds src/web into dist/web. index.html names its files as `__BASE__/assets/…`, where the server puts BASE_PATH in;
 * scripts and styles find each other relative to themselves, so that one build serves any base path.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { createIntl } from 'react-intl'
import { defineConfig, type Plugin } from 'vite'
import { fileGroups, withDirectImports } from './scripts/page-files.ts'
import { furtherLocales, languages, type Locale, locales } from './src/domain/text/locale.ts'
import { areaOf, textFileNames, textFileOf } from './src/web/i18n/areas.ts'
import { readTexts, textFiles } from './src/words/texts.ts'

const sources = join(import.meta.dirname, 'src/web')
const outDir = join(import.meta.dirname, 'dist/web')
const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

/** README.md names them. `URL.parse` is the newest feature that the pages cannot do without. */
export const browsers = ['chrome126', 'edge126', 'firefox128', 'safari18']

const messageModule = '\0messages:'
const loadersModule = '\0loaders:'
/** The errors that the sign-in page and the error screens may meet; the others come with the shell. */
const firstErrors = [
  'FORBIDDEN',
  'INTERNAL',
  'LOCKED',
  'LOGIN_FAILED',
  'NETWORK',
  'NOT_FOUND',
  'PASSWORD_CHANGE_REQUIRED',
  'TOO_MANY_ATTEMPTS',
  'UNAUTHORIZED',
  'UNAVAILABLE',
  'UNEXPECTED',
  'VALIDATION_FAILED',
].map((code) => `errors.${code}`)

/**
 * What is said without react-intl, by the sign-in page and the error screens, and by a questionnaire; and what the server
 * alone says, which no page asks for.
 */
const ownParts = {
  basic: ['login.', 'screen.', 'language.', ...firstErrors],
  questionnaire: ['questionnaire.'],
  // Said by the sign-in page too, once it asks for a second factor.
  factor: [
    'factor.',
    'errors.PASSKEY_',
    ...['STEP_EXPIRED', 'CODE_WRONG', 'CODE_USED', 'FACTOR_UNREADABLE'].map((code) => `errors.${code}`),
  ],
  server: ['files.', 'menu.', 'errors.SIGN_ON_'],
}

function partOf(key: string): string {
  const own = Object.entries(ownParts).find(([, prefixes]) => prefixes.some((prefix) => key.startsWith(prefix)))
  if (own) return own[0]
  const area = areaOf(key)
  return area === undefined ? 'further' : textFileOf(area)
}

/** A function for each language: the bundler must see each path to make a file of it. */
function loadersOf(part: string, of: readonly Locale[] = locales): string {
  const byLanguage = of.map((name) => `'${name}': () => import('virtual:${name}.json?${part}')`)
  return `{ ${byLanguage.join(', ')} }`
}

/** What Ant Design and dayjs say comes with the language. */
function librariesOf(language: Locale): string {
  const { antd, tag } = languages[language]
  return `export { default as antd } from 'antd/es/locale/${antd}'\nimport 'dayjs/locale/${tag.toLowerCase()}'\n`
}

/** `import texts from 'virtual:zh.json?basic'`: only what the light pages need; `?people`: the texts of some areas. */
export function partsOfMessages(): Plugin {
  return {
    name: 'parts-of-messages',
    enforce: 'pre',
    // A name of its own, not ending in .json: what `load` returns is a module already.
    resolveId(source) {
      const [, loaders, of = ''] = /^virtual:(text|language)-loaders(?:\?(\w+))?$/.exec(source) ?? []
      if (loaders) return loadersModule + of
      const [, language, part] = /(\w+(?:-\w+)?)\.json\?([\w-]+)$/.exec(source) ?? []
      return language && `${messageModule}${part}:${language}`
    },
    load(id) {
      if (id === loadersModule) {
        const ofAreas = textFileNames.map((file) => `'${file}': ${loadersOf(file)}`)
        return `export const ofAreas = { ${ofAreas.join(', ')} }\nexport const further = ${loadersOf('further')}`
      }
      if (id.startsWith(loadersModule))
        return `export default ${loadersOf(id.slice(loadersModule.length), furtherLocales)}`
      if (!id.startsWith(messageModule)) return null
      const [part, language] = id.slice(messageModule.length).split(':') as [string, Locale]
      for (const file of textFiles(language)) this.addWatchFile(file)
      const kept = Object.entries(readTexts(language))
        .filter(([key]) => partOf(key) === part)
        .map(([key, text]) => [key, compiled(text)])
      const libraries = part === 'further' ? librariesOf(language) : ''
      return `${libraries}export default ${JSON.stringify(Object.fromEntries(kept))}`
    },
  }
}

const { formatters } = createIntl({ locale: 'en' })

/** Text with nothing but `{name}` places stays as it is; plurals, numbers and the like become what the parser makes of them. */
function compiled(text: string): unknown {
  if (!/[{}<>#']/.test(text.replaceAll(/\{\w+\}/g, ''))) return text
  return formatters.getMessageFormat(text, 'en').getAst()
}

/** As the texts come compiled, the browser needs no parser of ICU messages but for `{name}` places. */
function parserOfPlaces(): Plugin {
  const parser = '@formatjs/icu-messageformat-parser'
  return {
    name: 'parser-of-places',
    enforce: 'pre',
    resolveId: (source) => (source === parser ? `\0${parser}` : null),
    load(id) {
      if (id !== `\0${parser}`) return null
      // Every second piece is a name: type 0 is a text, type 1 the value of that name.
      return `export * from '${parser}/no-parser.js'
        export const parse = (text) => text.split(/\\{(\\w+)\\}/).map((value, index) => ({ type: index % 2, value }))`
    },
  }
}

/**
 * Ant Design's inputs ask @rc-component/form for one provider; its index would bring the whole of its forms along, of
 * which we use none.
 */
function providerOfForms(): Plugin {
  return {
    name: 'provider-of-forms',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '@rc-component/form' || !importer?.endsWith('antd/es/form/context.js')) return null
      return this.resolve('@rc-component/form/es/FormContext', importer)
    },
  }
}

/** One light component draws every icon (ui/PlainIcon.tsx). `npm run dev` shows those of the package. */
function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) =>
      /^\.\.\/components\/AntdIcon(Light)?$/.test(source) ? join(sources, 'ui/PlainIcon.tsx') : null,
  }
}

/** See there. `npm run dev` bundles the packages ahead, whole. */
function directImports(): Plugin {
  return {
    name: 'direct-imports',
    enforce: 'pre',
    apply: 'build',
    transform: (code, id) => (id.startsWith(sources) ? withDirectImports(code) : null),
  }
}

/** What each call does is said by the server alone: in the API's description and in its answers. */
export function callsWithoutWords(): Plugin {
  return {
    name: 'calls-without-words',
    enforce: 'pre',
    apply: 'build',
    transform: (code, id) =>
      /\/src\/contract\/[^/]+$/.test(id)
        ? code.replace(/^ *(?:summary|done):\s*(['"`])(?:\\.|(?!\1).)*\1,$/gms, '')
        : null,
  }
}

/** Around every `import()` the bundler puts a loader of its own, with a list of the files needed: ours takes its place. */
function wholeImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  let isReplaced = false
  return {
    name: 'whole-imports',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (id !== helper) return null
      isReplaced = true
      return `export { importWhole as __vitePreload } from '${join(sources, 'import-whole.ts')}'`
    },
    generateBundle() {
      if (!isReplaced) this.error(`The bundler no longer asks for ${helper}: imports would not come by import-whole.ts`)
    },
  }
}

/** A brotli file beside each text file, so that the server compresses nothing at run time. */
export function precompress(folder = outDir): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = folder }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))))
      }
    },
  }
}

/** `npm run dev` has no server that fills in the places of index.html. */
function devPlaces(): Plugin {
  return {
    name: 'dev-places',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll(/__(BASE|NONCE|TILES|TILES_BY|HIGHEST|PHONE_COUNTRY)__/g, ''),
  }
}

export default defineConfig({
  root: sources,
  base: './',
  experimental: {
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `__BASE__/${filename}` : { relative: true }),
  },
  plugins: [
    partsOfMessages(),
    parserOfPlaces(),
    providerOfForms(),
    plainIcons(),
    directImports(),
    callsWithoutWords(),
    wholeImports(),
    devPlaces(),
    react(),
    precompress(),
  ],
  // Not all of /api: there are our own sources, of src/web/api.
  server: { port: 5173, proxy: { '/api/v1': api, '/readyz': api } },
  build: {
    target: browsers,
    outDir,
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      // Our browsers know it by themselves.
      polyfill: false,
      // The bundler's list leaves out a file that needs no other.
      resolveDependencies: (file, needed) => (needed.length > 0 ? needed : [file]),
    },
    // Nothing inline: the CSP allows no data: scripts, and small files cost little over one connection.
    assetsInlineLimit: 0,
    // scripts/budgets.ts is stricter, but for the gallery of charts.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // Whatever loads on demand is named in the files that load it: short names save /login a kilobyte.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: { groups: fileGroups },
      },
    },
  },
})
