/** pyxform, which makes the XForms of most other servers: PYTHON names the interpreter, PYTHONPATH where pyxform is. */
import { spawnSync } from 'node:child_process'

const python = process.env['PYTHON'] ?? 'python3'

const script = `
import json, sys
from pyxform.xls2xform import convert
made = {}
for path in json.load(sys.stdin):
    try:
        made[path] = convert(path, validate=False).xform
    except Exception:
        pass
json.dump(made, sys.stdout)
`

/** Python with these modules at hand. */
export function hasPython(...modules: readonly string[]): boolean {
  return spawnSync(python, ['-c', modules.map((name) => `import ${name}`).join('\n')]).status === 0
}

/** What the script prints for the input. */
export function runPython(code: string, input: string): string {
  const run = spawnSync(python, ['-c', code], { input, encoding: 'utf8', maxBuffer: 1_000_000_000 })
  if (run.status !== 0) throw new Error(run.stderr)
  return run.stdout
}

/** The XForms of the workbooks at these paths; without those that pyxform refuses. */
export function pyxformsOf(paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(runPython(script, JSON.stringify(paths))) as Record<string, string>))
}
