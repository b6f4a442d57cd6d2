import { Fragment } from 'react'

/** Shows an address without its scheme, which a narrow screen breaks after a slash before it breaks a word. */
export function BrokenAddress({ url }: { url: string }) {
  return url
    .replace(/^https?:\/\//, '')
    .split('/')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address do not move.
      <Fragment key={index}>
        {index > 0 && (
          <>
            /<wbr />
          </>
        )}
        {part}
      </Fragment>
    ))
}
