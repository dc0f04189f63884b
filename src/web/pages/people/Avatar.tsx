import '../../ui/stored-image.css'

/** The picture of a person, or an empty frame. */
export function Avatar({ picture, size }: { picture: string; size: number }) {
  return (
    <span className="stored-image" style={{ width: size, height: size }}>
      {picture !== '' && <img src={picture} alt="" width={size} height={size} />}
    </span>
  )
}
