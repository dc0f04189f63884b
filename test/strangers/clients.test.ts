/** Generators and a linter of strangers read the description of the API. npm brings them into a folder for temporary files. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { openApiDocument } from '#server/openapi/document.ts'
import { programsOf } from '#server/test/guide-programs.ts'

const folder = join(tmpdir(), 'canvass-clients')
const packages = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typed-openapi@2.2.7',
  '@redocly/cli@2.77.0',
  // Ours is another, which the first cannot do with.
  'typescript@5.9.3',
  '@types/node@24.19.2',
]

function run(command: string, ...args: string[]) {
  return spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 })
}

function linesOf(name: string): number {
  return readFileSync(join(folder, name), 'utf8').split('\n').length - 1
}

const compilerOptions = {
  strict: true,
  module: 'nodenext',
  target: 'esnext',
  lib: ['esnext', 'dom'],
  types: ['node'],
  allowImportingTsExtensions: true,
  noEmit: true,
}

let isReady = false
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const bring = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages]
  isReady = existsSync(join(folder, 'node_modules/@redocly/cli')) || run('npm', ...bring).status === 0
  const document = await openApiDocument(routes.map(({ endpoint }) => endpoint))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
})

/** Whether the program compiles against the generated types. */
function compiles(program: string): boolean {
  writeFileSync(join(folder, 'pay.ts'), program)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['pay.ts'] }))
  const { status, stdout } = run('node_modules/.bin/tsc', '-p', '.')
  if (status !== 0) console.log(stdout)
  return status === 0
}

test('the TypeScript of the guide compiles against the types that are generated', (context) => {
  if (!isReady) return context.skip('no npm')
  run('node_modules/.bin/openapi-typescript', 'openapi.json', '-o', 'canvass.ts')
  const { ts = '' } = programsOf('en')
  expect(compiles(ts)).toBe(true)
  expect(compiles(ts.replace("'PAID'", "'PAYED'"))).toBe(false)
  // Of these, 11,000 are what the generator writes of paths and calls without any shape.
  expect(linesOf('canvass.ts')).toBeLessThan(22_000)
})

test('a generated client has at most 8,000 lines', (context) => {
  if (!isReady) return context.skip('no npm')
  run('node_modules/.bin/typed-openapi', 'openapi.json', '-o', 'client.ts')
  expect(linesOf('client.ts')).toBeLessThanOrEqual(8000)
})

test('the linter finds no error and hardly a warning', (context) => {
  if (!isReady) return context.skip('no npm')
  const config = join(import.meta.dirname, '../../redocly.yaml')
  const { stdout } = run('node_modules/.bin/redocly', 'lint', 'openapi.json', '--config', config, '--format', 'json')
  const { totals } = JSON.parse(stdout) as { totals: { errors: number; warnings: number } }
  expect(totals.errors).toBe(0)
  expect(totals.warnings).toBeLessThanOrEqual(20)
})
