/** Names beside the marks of a map: which of them can be read. */
interface Mark {
  /** Its middle, in pixels. */
  x: number
  y: number
  size: number
  /** Of the name at its right; 0: it has none. */
  nameWidth: number
}

const nameHeight = 18

/** Whether each mark's name is shown: those come first that stand first, and none over a mark, another name or the edge. */
export function namesWithRoom(marks: readonly Mark[], width: number): boolean[] {
  const taken = marks.map(({ x, y, size }) => box(x - size / 2, y, size, size))
  return marks.map(({ x, y, size, nameWidth }, own) => {
    const name = box(x + size / 2, y, nameWidth, nameHeight)
    if (nameWidth === 0 || name.right > width || taken.some((other, index) => index !== own && overlap(name, other)))
      return false
    taken.push(name)
    return true
  })
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function box(left: number, middle: number, width: number, height: number): Box {
  return { left, right: left + width, top: middle - height / 2, bottom: middle + height / 2 }
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
