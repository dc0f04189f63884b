import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { storedFileUrl } from '../../ui/StoredImage.tsx'

/** A link is made when it is pressed: it opens once, within a minute. */
export function DocumentLink({ document: { id, name } }: { document: { id: number; name: string } }) {
  const [error, setError] = useState<unknown>()

  async function openIt() {
    // Opened at once: a browser blocks a window that comes after an answer.
    const shown = window.open('', '_blank')
    try {
      const url = await storedFileUrl(id)
      if (shown && url !== null) shown.location.href = url
      else shown?.close()
    } catch (thrown) {
      shown?.close()
      setError(thrown)
    }
  }

  return (
    <>
      <Button look="link" onClick={() => void openIt()}>
        {name}
      </Button>
      <ErrorNote error={error} />
    </>
  )
}
