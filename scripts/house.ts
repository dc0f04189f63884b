/** `npm run house`: how large the house is, by the figures that a test holds (src/house.test.ts). */
import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const isTest = (path: string) => /\.test\.tsx?$|\/test\/|\/attacks\//.test(path)
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').length - 1

export interface HouseFigures {
  sourceFiles: number
  sourceLines: number
  medianLines: number
  /** By length, the longest first. */
  longest: { path: string; lines: number }[]
  /** Written by hand. */
  sqlLines: number
  /** Functions that two files of the database define. */
  definedTwice: string[]
  /** Source files that name one question type, without texts. */
  filesOfBarcode: string[]
}

/** From the root of the project. Source is TypeScript below `src` without tests. */
export function houseFigures(): HouseFigures {
  const source = globSync('src/**/*.{ts,tsx}').filter((path) => !isTest(path))
  const byLength = source.map((path) => ({ path, lines: linesOf(path) })).sort((a, b) => b.lines - a.lines)
  // `law/counts` is written by `npm run schema`.
  const sql = globSync('src/server/db/{schema,law}/*.sql')
  const defined = sql.flatMap((path) => [
    ...new Set(
      [...readFileSync(path, 'utf8').matchAll(/^create (?:or replace )?function (\w+)/gm)].map(
        ([, name]) => name ?? '',
      ),
    ),
  ])
  return {
    sourceFiles: source.length,
    sourceLines: byLength.reduce((sum, { lines }) => sum + lines, 0),
    medianLines: byLength[Math.floor(source.length / 2)]?.lines ?? 0,
    longest: byLength.slice(0, 5),
    sqlLines: sql.reduce((sum, path) => sum + linesOf(path), 0),
    definedTwice: defined.filter((name, place) => defined.indexOf(name) !== place),
    filesOfBarcode: source.filter((path) => /\bBARCODE\b/.test(readFileSync(path, 'utf8'))).sort(),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(houseFigures())
