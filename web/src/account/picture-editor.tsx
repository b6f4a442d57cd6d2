import { useEffect, useMemo, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '../ui/feedback/button.tsx'
import { Dialog } from '../ui/page/dialog.tsx'
import { type Area, cut, drawArea, turn } from './cut-picture.ts'

export type PictureEditorProps = {
  /** The picture that the user has chosen. */
  chosen: HTMLCanvasElement
  isBusy: boolean
  /** Explains why the last upload failed. */
  error: string | null
  onSave: (file: Blob) => void
  onCancel: () => void
}

const zoomMax = 4
const start = { x: 0, y: 0 }
const hintId = 'picture-hint'
const zoomId = 'picture-zoom'

/** Lets the user choose a square of a picture, and turn it, before the upload. */
export function PictureEditor({ chosen, isBusy, error, onSave, onCancel }: PictureEditorProps) {
  const [picture, setPicture] = useState(chosen)
  const [crop, setCrop] = useState(start)
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const preview = useRef<HTMLCanvasElement>(null)
  // The page's policy allows images of data URLs only.
  const url = useMemo(() => picture.toDataURL('image/webp', 0.9), [picture])
  useEffect(() => {
    if (area && preview.current) drawArea(picture, area, preview.current)
  }, [picture, area])
  const shown = fault ?? error
  return (
    <Dialog title="Your picture" status={isBusy ? 'Uploading…' : (shown ?? '')} onCancel={onCancel}>
      <div className="picture-editor">
        <p className="small" id={hintId}>
          Drag the picture into the circle, or move it with the arrow keys.
        </p>
        <div className="picture-stage">
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={zoomMax}
            aspect={1}
            cropShape="round"
            showGrid={false}
            objectFit="cover"
            zoomWithScroll={false}
            keyboardStep={8}
            disableAutomaticStylesInjection
            cropperProps={{
              role: 'group',
              'aria-label': 'Part of the picture',
              'aria-describedby': hintId,
            }}
            mediaProps={{ alt: '' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
          />
        </div>
        <div className="picture-tools">
          <label htmlFor={zoomId}>Zoom</label>
          <input
            id={zoomId}
            type="range"
            min={1}
            max={zoomMax}
            step={0.05}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)} %`}
            onChange={({ target }) => setZoom(Number(target.value))}
          />
          <canvas ref={preview} width={128} height={128} role="img" aria-label="Preview" />
          <div className="picture-turns">
            <Button look="secondary" onClick={() => turnTo('left')}>
              Turn left
            </Button>
            <Button look="secondary" onClick={() => turnTo('right')}>
              Turn right
            </Button>
          </div>
        </div>
        {shown && (
          <p className="field-error">
            <span className="visually-hidden">Error: </span>
            {shown}
          </p>
        )}
        <div className="picture-answers">
          <Button busyText={isBusy ? 'Uploading…' : null} onClick={save}>
            Save picture
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )

  function turnTo(direction: 'left' | 'right'): void {
    setPicture(turn(picture, direction))
    setCrop(start)
    setArea(null)
  }

  async function save(): Promise<void> {
    // The library measures the picture after each turn.
    if (!area) return
    setFault(null)
    const file = await cut(picture, area)
    if (file) onSave(file)
    else setFault('Your browser could not cut this picture. Choose another one.')
  }
}
