import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/feedback/button.tsx'
import { Dialog, DialogFoot } from '../ui/page/dialog.tsx'
import { areaAt, centre, drawArea, encode, moveBy, type Place, turn } from './cut-picture.ts'

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
/** Side of the cut picture in pixels; the service then makes it 256 × 256 pixels. */
const cutEdge = 512

/** Lets the user choose a square of a picture, and turn it, before the upload. */
export function PictureEditor({ chosen, isBusy, error, onSave, onCancel }: PictureEditorProps) {
  const [picture, setPicture] = useState(chosen)
  const [place, setPlace] = useState(centre)
  const [fault, setFault] = useState<string | null>(null)
  const stage = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<{ x: number; y: number }>(null)
  const area = areaAt(picture, place)
  useEffect(() => {
    if (stage.current) drawArea(picture, areaAt(picture, place), stage.current)
  }, [picture, place])
  const shown = fault ?? error
  return (
    <Dialog
      title="Your picture"
      // A session that ends during the upload shows its own dialog above this one.
      titleId="picture-editor-title"
      status={isBusy ? 'Uploading…' : (shown ?? '')}
      onCancel={onCancel}
    >
      <div className="picture-editor">
        <p className="small">Drag the picture into the circle, or move it with the sliders.</p>
        <div className="picture-stage">
          <canvas
            ref={stage}
            width={cutEdge}
            height={cutEdge}
            role="img"
            aria-label="Preview"
            onPointerDown={take}
            onPointerMove={drag}
            onPointerUp={drop}
            onPointerCancel={drop}
          />
        </div>
        <div className="picture-tools">
          <Slider
            label="Zoom"
            max={zoomMax}
            min={1}
            value={place.zoom}
            onChange={(zoom) => setPlace({ ...place, zoom })}
          />
          <Slider
            label="Left and right"
            isOff={area.side === picture.width}
            value={place.across}
            onChange={(across) => setPlace({ ...place, across })}
          />
          <Slider
            label="Up and down"
            isOff={area.side === picture.height}
            value={place.down}
            onChange={(down) => setPlace({ ...place, down })}
          />
        </div>
        <div className="picture-buttons">
          <Button look="secondary" onClick={() => turnTo('left')}>
            Turn left
          </Button>
          <Button look="secondary" onClick={() => turnTo('right')}>
            Turn right
          </Button>
        </div>
        {shown && (
          <p className="field-error">
            <span className="visually-hidden">Error: </span>
            {shown}
          </p>
        )}
        <DialogFoot>
          <div className="picture-buttons">
            <Button busyText={isBusy ? 'Uploading…' : null} onClick={save}>
              Save picture
            </Button>
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </DialogFoot>
      </div>
    </Dialog>
  )

  function take({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void {
    // A second finger does not take over from the first.
    if (dragged.current) return
    currentTarget.setPointerCapture(pointerId)
    dragged.current = { x: clientX, y: clientY }
  }

  function drag({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void {
    if (!dragged.current || !currentTarget.hasPointerCapture(pointerId)) return
    const scale = area.side / currentTarget.clientWidth
    const moved = { x: (clientX - dragged.current.x) * scale, y: (clientY - dragged.current.y) * scale }
    dragged.current = { x: clientX, y: clientY }
    setPlace((now) => moveBy(picture, now, moved))
  }

  function drop({ currentTarget, pointerId }: PointerEvent): void {
    if (currentTarget.hasPointerCapture(pointerId)) dragged.current = null
  }

  function turnTo(direction: 'left' | 'right'): void {
    setPicture(turn(picture, direction))
    setPlace({ ...centre, zoom: place.zoom })
  }

  async function save(): Promise<void> {
    if (!stage.current) return
    setFault(null)
    const file = await encode(stage.current)
    if (file) onSave(file)
    else setFault('Your browser could not cut this picture. Choose another one.')
  }
}

type SliderProps = {
  label: string
  min?: number
  max?: number
  value: Place[keyof Place]
  /** Set while the picture cannot move this way, because its whole side is shown. */
  isOff?: boolean
  onChange: (value: number) => void
}

function Slider({ label, min = 0, max = 1, value, isOff, onChange }: SliderProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={(max - min) / 50}
        value={value}
        disabled={isOff}
        aria-valuetext={`${Math.round(value * 100)} %`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </>
  )
}
