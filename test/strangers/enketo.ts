/** Enketo's web forms in Chromium. Its packages are brought into a folder for temporary files, not into ours. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { findChromium } from '../../scripts/chromium.ts'

const packages = ['enketo-transformer@4.2.0', 'enketo-core@8.1.0']
const folder = join(tmpdir(), 'canvass-enketo')

/** One of its dependencies names a repository instead of a release. */
const ours = {
  private: true,
  type: 'module',
  overrides: { 'leaflet-draw': '1.0.4', 'openrosa-xpath-evaluator': '3.1.0' },
}

const page = `<!doctype html><meta charset="utf-8"><div id="form"></div><script type="module" src="./main.js"></script>`

/** Gives what Enketo says of a form: nothing where it loads. Files beside it have one row, with any column. */
const main = `
import { transform } from 'enketo-transformer/web'
import { Form } from 'enketo-core'
window.load = async (xform) => {
  const { form, model } = await transform({ xform })
  document.querySelector('#form').innerHTML = form
  const parsed = new DOMParser().parseFromString(model, 'text/xml')
  const external = [...parsed.querySelectorAll('instance[src]')].map((each) => {
    const columns = new Set((each.id && form + model).match(/[A-Za-z_][\\w.-]*/g))
    const cells = [...columns].map((name) => \`<\${name}>a</\${name}>\`).join('')
    return { id: each.id, xml: new DOMParser().parseFromString('<root><item>' + cells + '</item></root>', 'text/xml') }
  })
  return new Form(document.querySelector('form.or'), { modelStr: model, external }, {}).init()
}`

/** Undefined where packages or a browser cannot be had. */
export async function openEnketo() {
  const executablePath = findChromium()
  if (!executablePath || !bring()) return undefined
  const root = join(folder, 'page')
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'index.html'), page)
  writeFileSync(join(root, 'main.js'), main)
  const core = join(folder, 'node_modules/enketo-core')
  const { browser: files } = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8')) as {
    browser: Record<string, string>
  }
  const alias = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, join(core, path)]))
  const built = join(folder, 'built')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias },
    build: { outDir: built, minify: false },
  })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const tab = await browser.newPage()
  await tab.route('http://enketo.test/**', (route) => {
    const path = join(built, new URL(route.request().url()).pathname.replace(/\/$/, '/index.html'))
    return existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 404 })
  })
  return {
    /** What Enketo says of an XForm. */
    async load(xform: string): Promise<string[]> {
      // Each form on a page of its own.
      await tab.goto('http://enketo.test/')
      await tab.waitForFunction('window.load')
      return tab
        .evaluate((xml) => (window as unknown as { load: (xml: string) => Promise<string[]> }).load(xml), xform)
        .catch((error: unknown) => [String(error)])
    },
    close: () => browser.close(),
  }
}

function bring(): boolean {
  if (existsSync(join(folder, 'node_modules/enketo-core'))) return true
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(ours))
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages]
  return spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }).status === 0
}
