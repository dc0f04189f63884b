/**
 * Which files the build makes of the pages (vite.config.ts). Over a slow line each request costs as much as 30 KB, so a
 * screen comes in few files: what the sign-in page needs, what the shell adds, what lists add, what inputs add, its own.
 */
import { basename, join } from 'node:path'
import type { Rolldown } from 'vite'

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const sources = join(import.meta.dirname, '../src/web')
const routes = join(sources, 'routes.tsx')
const signInRoots = ['main.tsx', 'pages/login/LoginPage.tsx'].map((path) => join(sources, path))
/** Lists ask for it on demand, after their rows; with the inputs it is made of it needs no file of its own. */
const lookupRoot = join(sources, 'form/LookupSelect.tsx')
const shellRoot = join(sources, 'shell/signed-in.ts')

/** In this order: a module is in the first file that has a use for it, together with all that it imports. */
const files = ['vendor', 'first', 'shell-vendor', 'shell', 'list', 'inputs'] as const
type File = (typeof files)[number]

export const fileGroups = [
  ...files.map((file, rank) => ({
    debugName: file,
    name: (id: string, modules: Modules) => (fileOf(id, modules) === file ? file : null),
    priority: files.length - rank,
  })),
  { debugName: 'screen', name: screenWithDialogs, priority: 0 },
]

/** Characters of a module. */
const smallSize = 2000

const isPackage = (id: string) => id.includes('/node_modules/')
const isIcon = (id: string) => id.includes('/@ant-design/icons')

const reaches = new Map<string, ReadonlySet<string>>()

/** The module and all that it imports, but for what it imports on demand. */
function reachOf(root: string, modules: Modules): ReadonlySet<string> {
  const known = reaches.get(root)
  if (known) return known
  const reach = new Set([root])
  // A set also gives out what is added while it is walked.
  for (const id of reach) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reach.add(next)
  reaches.set(root, reach)
  return reach
}

function screensWith(id: string, modules: Modules): readonly string[] {
  const screens = modules.getModuleInfo(routes)?.dynamicallyImportedIds ?? []
  return screens.filter((screen) => reachOf(screen, modules).has(id))
}

/** What a screen shares with dialogs and tabs, its own or of others: one file, not one for each set that shares it. */
function screenWithDialogs(id: string, modules: Modules): string | null {
  if (isPackage(id) || fileOf(id, modules)) return null
  const [screen] = screensWith(id, modules)
  if (screen === undefined || screen === id || !isShared(id, modules)) return null
  return basename(screen, '.tsx')
}

function isShared(id: string, modules: Modules): boolean {
  return partsOf(modules).filter((part) => reachOf(part, modules).has(id)).length > 1
}

/** Too small for a file of its own: it comes with what all lists share. */
function isSmallAndShared(id: string, modules: Modules): boolean {
  const { code } = modules.getModuleInfo(id) ?? {}
  return !isPackage(id) && (code?.length ?? 0) < smallSize && isShared(id, modules)
}

let parts: string[] | undefined

/** All that comes on demand. */
function partsOf(modules: Modules): string[] {
  if (parts) return parts
  const all = new Set(signInRoots)
  const found = new Set<string>()
  for (const id of all) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    for (const next of [...importedIds, ...dynamicallyImportedIds]) all.add(next)
    for (const part of dynamicallyImportedIds) found.add(part)
  }
  parts = [...found]
  return parts
}

/** Undefined: the bundler decides, which gives each screen, dialog and tool a file of its own. */
function fileOf(id: string, modules: Modules): File | undefined {
  const belongsTo = (roots: readonly string[]) => roots.some((root) => reachOf(root, modules).has(id))
  if (belongsTo(signInRoots)) return isPackage(id) ? 'vendor' : 'first'
  // Of all screens: an icon is smaller than what asking for it takes.
  if (isIcon(id)) return 'shell'
  if (belongsTo([shellRoot])) return isPackage(id) ? 'shell-vendor' : 'shell'
  const users = screensWith(id, modules).length
  const isOfFew = users === 0 || (users === 1 && !isSmallAndShared(id, modules))
  if (isOfFew && !belongsTo([lookupRoot])) return undefined
  if (isPackage(id)) return isCommon(id, modules) ? 'list' : 'inputs'
  const below = [...reachOf(id, modules)].filter(isPackage)
  return below.every((each) => isCommon(each, modules)) ? 'list' : 'inputs'
}

/** A package that comes with nearly every list: the shell has it, or half of the screens need it. */
function isCommon(id: string, modules: Modules): boolean {
  const all = modules.getModuleInfo(routes)?.dynamicallyImportedIds.length ?? 0
  const isAtHand = [...signInRoots, shellRoot].some((root) => reachOf(root, modules).has(id)) || isIcon(id)
  return isAtHand || screensWith(id, modules).length >= all / 3
}

const kebab = (name: string) => name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
const homes = {
  antd: (name: string) => `antd/es/${kebab(name)}/index.js`,
  '@ant-design/icons': (name: string) => `@ant-design/icons/es/icons/${name}`,
}

/**
 * `import { Button } from 'antd'` as `import Button from 'antd/es/button/index.js'`: the index imports the whole package,
 * so that every part of it would seem to be needed wherever one is.
 */
export function withDirectImports(code: string): string {
  return code.replaceAll(/import \{([^}]*)\} from '(antd|@ant-design\/icons)'/g, (_, names: string, from: string) => {
    const homeOf = homes[from as keyof typeof homes]
    const needed = names.split(',').map((name) => name.trim())
    return needed
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => {
        const [exported = '', local = exported] = name.split(' as ')
        return `import ${local} from '${homeOf(exported)}'`
      })
      .join(';')
  })
}
