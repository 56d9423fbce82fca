// Draws the chart of the start page when the site is built. It uses the colours of the theme, so that it is light or dark with it.
import { fileURLToPath } from 'node:url'
import { group, machine } from './figures.mjs'

const contenders = [
  ['ArrayBufferWriter', 'ArrayBufferWriter'],
  ['RecyclableStreamWithId', 'RecyclableMemoryStream'],
  ['MemoryStream', 'MemoryStream'],
  ['ToolkitWriter', 'ArrayPoolBufferWriter'],
  ['DotNextWriterKept', 'DotNext PoolingArrayBufferWriter, kept'],
  ['ArrayPoolStruct', 'a struct over ArrayPool'],
  ['BareArrayPool', 'ArrayPool, length known'],
  ['ThreadStaticWriter', '[ThreadStatic] ArrayBufferWriter'],
  ['Rented', 'Pooling'],
]

export default {
  watch: [fileURLToPath(new URL('../generated/figures.md', import.meta.url))],
  load() {
    const measured = group('PooledArrayBufferWriterBenchmarks, Length=4096')
    const bars = contenders.map(([contender, name]) => {
      const row = measured.get(contender)
      if (!row) throw new Error(`docs/generated/figures.md: no contender ${contender}`)
      return { name, ...row }
    })
    const ours = measured.get('Rented').nanoseconds
    for (const [contender, { nanoseconds }] of measured) {
      if (nanoseconds < ours && contender !== 'OwnedAndReset' && !contenders.some(([shown]) => shown === contender))
        throw new Error(`docs/generated/figures.md: ${contender} is faster, and the chart leaves it out`)
    }
    bars.sort((a, b) => b.nanoseconds - a.nanoseconds)
    return { svg: draw(bars), ...machine() }
  },
}

// Names stand above their bars, so that the text can be read on a phone, too.
function draw(bars) {
  const [width, height, most] = [420, 46, bars[0].nanoseconds]
  const rows = bars.map((bar, index) => {
    const length = Math.max(2, bar.nanoseconds / most * width)
    const y = index * height
    const kind = bar.name === 'Pooling' ? 'ours' : 'theirs'
    return `<text x="0" y="${y + 14}" class="${kind}">${bar.name}</text>`
      + `<text x="${width}" y="${y + 14}" text-anchor="end" class="${kind}">${Math.round(bar.nanoseconds)} ns, ${bar.allocated}</text>`
      + `<rect x="0" y="${y + 20}" width="${length.toFixed(1)}" height="14" rx="3" class="${kind}"/>`
  })
  const text = bars.map(bar => `${bar.name} ${Math.round(bar.nanoseconds)} ns and ${bar.allocated}`).join('; ')
  return `<svg class="chart" viewBox="0 0 ${width} ${bars.length * height}" role="img" aria-label="${text}">${rows.join('')}</svg>`
}
