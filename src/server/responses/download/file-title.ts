/** A title that every file system accepts as a name. */
export function fileTitle(title: string): string {
  const plain = title
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ')
    .trim()
    .slice(0, 80)
  return plain || 'survey'
}
