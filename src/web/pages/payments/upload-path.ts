/** Where the payments of one file are listed. */
export function uploadPath(uploadId: number): string {
  return `/payments?view=all&uploadId=${uploadId}`
}
