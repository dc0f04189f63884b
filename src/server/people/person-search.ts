/**
 * Finds people by the text of a search box. Participants are many, so every kind of word has an index that helps. A
 * word is searched at the beginnings of the words of a name, figures anywhere in a phone number. Signs are searched
 * only in those few names that have any. The staff are few and are found by any part of their names.
 */
import { type RawBuilder, sql } from 'kysely'
import type { WordMeaning } from '#contract/filters.ts'
import type { PersonKind } from '#domain/people/access.ts'
import { phonePattern, searchedDigits } from '#domain/people/phone.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { searchRank } from '../db/search-rank.ts'
import { allOf } from '../db/table-store.ts'

export interface PeopleSearch {
  /** The words; a match has every one of them. */
  text?: string | undefined
  /** A caller who sees phone numbers in full finds people by a part of them; others must know the whole number. */
  phones: 'FULL' | 'MASKED'
}

/** A phone number is one word, however it is grouped. */
function wordsOf({ text = '' }: PeopleSearch): string[] {
  return searchedDigits(text) === '' ? text.split(/\s+/).filter(Boolean) : [text.replace(/\s/g, '')]
}

export function searchFilter(kind: PersonKind, search: PeopleSearch): RawBuilder<unknown> | undefined {
  const wordFilters = kind === 'ADMIN' ? staffFilters : participantFilters
  return allOf(wordsOf(search).map((word) => sql`(${sql.join([...wordFilters(word, search)], sql` or `)})`))
}

function* staffFilters(word: string, search: PeopleSearch): Iterable<RawBuilder<unknown>> {
  yield sql`fold(name) like anywhere(${word})`
  yield sql`fold(username) like anywhere(${word})`
  yield sql`fold(email) like anywhere(${word})`
  yield* phoneFilter(word, search)
}

function* participantFilters(word: string, search: PeopleSearch): Iterable<RawBuilder<unknown>> {
  yield nameFilter(word)
  yield* phoneFilter(word, search)
}

const plain = /^[\p{L}\p{N}]+$/u
const chinese = /\p{Script=Han}/u

function nameFilter(word: string): RawBuilder<unknown> {
  const begins = sql`name_words @@ names_with(${word})`
  if (plain.test(word) && !chinese.test(word)) return begins
  // The index knows words. The names tell the signs between them, and the order of Chinese signs.
  if (/[\p{L}\p{N}]/u.test(word)) return sql`(${begins} and strpos(fold(name), fold(${word})) > 0)`
  return sql`(has_strange_signs(name) and fold(name) like anywhere(${word}))`
}

function* phoneFilter(word: string, { phones }: PeopleSearch): Iterable<RawBuilder<unknown>> {
  const digits = searchedDigits(word)
  if (digits.length < 3) return
  yield phonesLike(word, digits, phones)
}

function phonesLike(word: string, digits: string, phones: PeopleSearch['phones']): RawBuilder<unknown> {
  return phones === 'MASKED' ? sql`phone = ${`+${digits}`}` : sql`phone like ${phonePattern(word, digits)}`
}

/** The filter of phones, under the same rule as the search. */
export function phoneCondition(asked: WordMeaning, phones: PeopleSearch['phones']): RawBuilder<unknown> {
  if (asked.for === 'blank') return sql`phone is null`
  if (asked.for !== 'containing' && asked.for !== 'equal') return sql`phone is not null`
  const word = asked.text.replace(/\s/g, '')
  const digits = searchedDigits(word)
  if (digits === '') return sql`false`
  return asked.for === 'equal' ? sql`phone = ${`+${digits}`}` : phonesLike(word, digits, phones)
}

/** How well a person fits the text. */
export function peopleRank({ text = '' }: PeopleSearch): RawBuilder<unknown> | undefined {
  const digits = searchedDigits(text)
  const equal = digits.length < 3 ? undefined : sql`phone = ${`+${digits}`}`
  return searchRank({ names: [sql`fold(name)`, sql`fold(username)`], equal }, text)
}

/** Letters up to which the totals are kept (`name_beginning`). */
const keptLetters = 10

/** A word whose hits are known before they are looked at. */
export interface KnownWord {
  /** As it is in the index: without case and accents. */
  word: string
  /** How many names begin with it, how many have it only elsewhere. */
  starting: number
  other: number
}

/** The one plain word that is searched for, and its kept totals; undefined when it is not of that kind. */
export async function knownWord(db: Db, search: PeopleSearch): Promise<KnownWord | undefined> {
  const [word, ...others] = wordsOf(search)
  if (!word || others.length > 0 || !plain.test(word) || searchedDigits(word).length >= 3) return undefined
  const rows = await rowsOf<KnownWord>(db)`
    select words[1] as word, coalesce(sum(starting), 0)::bigint as starting, coalesce(sum(other), 0)::bigint as other
    from words_of(${word}) as words left join name_beginning on beginning = words[1]
    where words = array[fold(${word})] and length(words[1]) <= ${keptLetters} group by 1`
  return rows[0]
}
