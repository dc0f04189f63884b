/** The words that free texts have most, all together. */

/** A word that is in fewer answers may name a person, and is not shown. */
export const fewestAnswers = 5

/** Words that say nothing alone, in small letters: English, Portuguese and Chinese. */
const silent = new Set(
  `a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its just
  me more my no not of on one or our out she so some than that the their them then there they this to too up us very was we
  were what when which who will with would you your
  à às ao aos ainda alguns apenas assim até com como da das de dela dele deles do dos e é ela elas ele eles em entre era essa
  esse esta está este eu foi há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós nossa nosso num
  numa o os ou para pela pelas pelo pelos por porque qual quando que quem se sem ser seu seus só sua suas são também tem têm
  tenho um uma uns
  我们 你们 他们 她们 它们 这个 那个 这些 那些 这里 那里 什么 怎么 因为 所以 但是 如果 虽然 而且 或者 以及 可以 已经
  就是 不是 还是 只是 没有 一个 一些 自己 的话 时候 非常 比较`.split(/\s+/),
)

const chinese = /^\p{Script=Han}/u

/** Whether it is worth a line. Chinese has no spaces: what is one word there, a dictionary says. */
export function isTelling(word: string): boolean {
  if (word.length < 2 || silent.has(word)) return false
  return !chinese.test(word) || [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(word)].length === 1
}
