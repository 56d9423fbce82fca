// Shows the last seconds of each way as numbers.
import { average } from './history.js'
import { ago, count, figure } from './format.js'
import { ways } from './ways.js'

const rows = [
  { name: 'allocated, B/message', value: sample => sample.bytes, alike: 1, card: 'bytes' },
  { name: 'processor time, us/message', value: sample => sample.processor, card: 'processor' },
  { name: 'round trip p99, ms', value: sample => sample.p99, alike: 0.1, card: 'p99' },
  { name: 'gen 0 collections/s', value: sample => sample.gen0, alike: 0.05, card: 'gen0' },
  { name: 'collection pauses, ms/s', value: sample => sample.pause, alike: 0.1 },
  { name: 'allocated, MB/s', value: sample => sample.megabytes, alike: 0.3 },
  { name: 'messages/s', value: sample => sample.received + sample.sent, format: count },
]
const find = id => document.getElementById(id)

/** Shows the figures of a history at a time. */
export function summarize(history, to, chosen) {
  const last = history.between(to - 10_000, to).at(-1)
  const served = new Map(ways.map(way => [way, history.of(way, to)]))
  for (const way of ways) showWay(way, served.get(way), history, to, chosen)
  if (last !== undefined) showTiles(last)
  showTable(served)
}

/** Compares pooled with plain in words: equal if they differ by less than a tenth, or by a negligible amount. */
function compare(plain, pooled, alike = 0) {
  if (plain === undefined || pooled === undefined) return '–'
  const difference = Math.abs(pooled - plain)
  if (difference <= alike || difference < 0.1 * Math.max(plain, pooled)) return 'equal'
  return plain === 0 ? 'more' : `${(pooled / plain).toFixed(2)}x`
}

function showWay(way, served, history, to, chosen) {
  const since = served.length === 0 ? Infinity : to - served[0].time
  const isAlive = history.between(to - 2_500, to).length > 0 // the hub
  const badge = chosen === way && isAlive ? (since < 1_500 ? 'serving' : 'switching') : since === Infinity ? 'not yet' : `last ${ago(since / 1_000)}`
  for (const { card, value } of rows.filter(row => row.card)) setText(`${way}-${card}`, write(average(served, value)))
  setText(`${way}-badge`, badge)
  find(`${way}-badge`).closest('.way').classList.toggle('serves', chosen === way)
}

function showTiles(last) {
  setText('messages', count(last.received + last.sent))
  setText('sockets', count(ways.reduce((sum, way) => sum + last[`${way}Sockets`], 0)))
  setText('sockets-of', socketsOf(last))
  setText('megabytes', figure(last.megabytes))
  setText('pauses', figure(last.pause))
}

function socketsOf(last) {
  const some = ways.filter(way => last[`${way}Sockets`] > 0)
  return some.length === 1 ? some[0] : some.map(way => `${count(last[`${way}Sockets`])} ${way}`).join(', ')
}

function showTable(served) {
  find('compare').replaceChildren(
    ...rows.map(({ name, value, alike, format }) => {
      const averages = ways.map(way => average(served.get(way), value))
      return row(name, ...averages.map(one => write(one, format)), compare(averages[1], averages[2], alike)) // as ways are ordered
    }),
    row('seconds averaged', ...ways.map(way => count(served.get(way).length)), ''))
}

function write(value, format = figure) {
  return value === undefined ? '–' : format(value)
}

function row(name, ...cells) {
  const line = document.createElement('tr')
  const head = document.createElement('th')
  head.scope = 'row'
  head.textContent = name
  line.append(head, ...cells.map(text => {
    const cell = document.createElement('td')
    cell.textContent = text
    return cell
  }))
  return line
}

function setText(id, text) {
  const element = find(id)
  if (element.textContent !== text) element.textContent = text
}
