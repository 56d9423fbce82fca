// What the last seconds of each way were, as numbers.
import { average } from './history.js'
import { ago, count, figure } from './format.js'
import { ways } from './ways.js'

const compared = 30 // seconds
const rows = [
  ['allocated, MB/s', sample => sample.megabytes],
  ['gen 0 collections/s', sample => sample.gen0],
  ['allocated, B/message', sample => sample.bytes],
  ['collection pauses, ms/s', sample => sample.pause],
  ['messages/s', sample => sample.received + sample.sent, count],
]
const find = id => document.getElementById(id)

/** Shows what a history says of a time. */
export function summarize(history, to, chosen) {
  const last = history.between(to - 10_000, to).at(-1)
  for (const way of ways) showWay(way, history, to, chosen)
  if (last !== undefined) showTiles(last)
  showTable(history, to)
}

function showWay(way, history, to, chosen) {
  const [last] = history.of(way, 1, to)
  const since = last === undefined ? Infinity : to - last.time
  const told = history.between(to - 2_500, to).length > 0 // the hub lives
  const badge = chosen === way && told ? (since < 1_500 ? 'serving' : 'switching') : last === undefined ? 'not yet' : `last ${ago(since / 1_000)}`
  setText(`${way}-megabytes`, last === undefined ? '–' : figure(last.megabytes))
  setText(`${way}-gen0`, last === undefined ? '–' : figure(average(history.of(way, 10, to), sample => sample.gen0)))
  setText(`${way}-badge`, badge)
  find(`${way}-badge`).closest('.way').classList.toggle('serves', chosen === way)
}

function showTiles(last) {
  setText('messages', count(last.received + last.sent))
  setText('sockets', count(ways.reduce((sum, way) => sum + last[`${way}Sockets`], 0)))
  setText('sockets-of', socketsOf(last))
  setText('bytes', last.received + last.sent > 0 ? figure(last.bytes) : '–')
  setText('pauses', figure(last.pause))
}

function socketsOf(last) {
  const some = ways.filter(way => last[`${way}Sockets`] > 0)
  return some.length === 1 ? some[0] : some.map(way => `${count(last[`${way}Sockets`])} ${way}`).join(', ')
}

function showTable(history, to) {
  const served = ways.map(way => history.of(way, compared, to))
  const tell = (value, format) => value === undefined ? '–' : format(value)
  find('compare').replaceChildren(
    ...rows.map(([name, value, format = figure]) => row(name, ...served.map(samples => tell(average(samples, value), format)))),
    row('seconds averaged', ...served.map(samples => count(samples.length))))
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
