/** Describes the routes of pictures in /docs. */
import { getOwnPicture, getPicture, putOwnPicture, removeOwnPicture } from '@foyer/contract/routes/pictures'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'
import { uploadInWords } from '../../kernel/uploads/upload-words.ts'

export const picturesDocs: readonly ApiSection[] = [
  {
    name: 'Pictures',
    description:
      'A user without a picture gets the one that Google or Facebook delivers with a sign-in, a moment after the sign-in.',
    routes: [
      describeRoute(getOwnPicture, 'Returns null until there is a picture.', {
        result: { picture: '/api/pictures/3b5f0c9e-7a41-4d28-b6e3-90c2d1f4a875' },
      }),
      describeRoute(
        putOwnPicture,
        `Takes a ${uploadInWords(putOwnPicture)}, and of at most 25 megapixels; the content decides the type. It is cut to a square and made anew without metadata. The picture before is deleted.`,
        { result: { picture: '/api/pictures/3b5f0c9e-7a41-4d28-b6e3-90c2d1f4a875' } },
      ),
      describeRoute(
        removeOwnPicture,
        'Deletes the file, too. The picture of a social provider does not replace it later.',
      ),
      describeRoute(
        getPicture,
        'A square of 256 pixels in WebP. A look-up of a learner names its path. The same path never has another picture, so caches may keep it for a year. `HEAD` is answered, too. Any other id is answered with 404 and an empty body. Pages of other sites cannot embed it.',
      ),
    ],
  },
]
