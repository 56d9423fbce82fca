// The page: adds the hub's figures to the history, and draws the history.
import { Chart } from './chart.js'
import { Feed } from './feed.js'
import { History } from './history.js'
import { summarize } from './summary.js'

const find = id => document.getElementById(id)
const states = { connecting: 'connecting', connected: 'connected', waiting: 'reconnecting' }

const history = new History()
const charts = [
  new Chart(find('megabytes-chart'), { value: sample => sample.megabytes, unit: 'MB/s', min: 1 }),
  new Chart(find('gen0-chart'), { value: sample => sample.gen0, unit: 'gen 0/s', min: 2, ticks: true }),
]
const feed = new Feed(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`)
let chosen = null
let wasConnected = false
let offset = 0 // from this page's clock to the hub's, in milliseconds
let pausedAt = null

feed.addEventListener('hello', ({ detail }) => {
  follow(detail.samples.at(-1))
  history.add(detail.samples)
  find('about').textContent = detail.about
  choose(detail.chosen)
  show()
})
feed.addEventListener('sample', ({ detail }) => {
  follow(detail)
  history.add([detail])
  show()
})
feed.addEventListener('chosen', ({ detail }) => {
  choose(detail.chosen)
  say(`New sockets are served by ${detail.chosen}.`)
  show()
})
feed.addEventListener('state', ({ detail }) => {
  const isLost = detail !== 'connected' && wasConnected
  find('state').dataset.state = detail === 'connecting' && isLost ? 'waiting' : detail
  find('state-text').textContent = isLost ? states.waiting : states[detail]
  find('switch').disabled = detail !== 'connected'
  if (detail === 'connected') {
    say(wasConnected ? 'Reconnected.' : 'Connected.')
    wasConnected = true
    find('away').hidden = true
  } else if (detail === 'waiting') {
    if (find('away').hidden) say('The connection was lost. Reconnecting.')
    find('away').hidden = false
  }
  countDown()
})

for (const input of document.querySelectorAll('input[name=serve]')) {
  input.addEventListener('change', () => { if (!feed.send({ serve: input.value })) choose(chosen) })
}
find('retry').addEventListener('click', () => feed.retry())
find('pause').addEventListener('click', () => {
  pausedAt = pausedAt === null ? now() : null
  find('pause').setAttribute('aria-pressed', String(pausedAt !== null))
  document.documentElement.classList.toggle('paused', pausedAt !== null)
  show()
})
new ResizeObserver(show).observe(document.querySelector('.charts'))
setInterval(() => {
  countDown()
  if (history.last !== undefined && now() - history.last.time > 1_500) show() // time goes on without the hub
}, 1_000)

function choose(way) {
  chosen = way
  for (const input of document.querySelectorAll('input[name=serve]')) input.checked = input.value === way
}

function show() {
  const to = pausedAt ?? now()
  for (const chart of charts) chart.show(history, to)
  summarize(history, to, chosen)
}

/** Follows the hub's clock, so that a page with a wrong clock places the seconds correctly. */
function follow(sample) {
  if (sample !== undefined) offset = sample.time - performance.now()
}

function now() {
  return performance.now() + offset
}

function countDown() {
  const wait = Math.max(0, Math.ceil((feed.retryAt - performance.now()) / 1_000))
  find('countdown').textContent = feed.retryAt === 0 ? 'Connecting…' : `Next attempt in ${wait} s.`
  find('retry').disabled = feed.retryAt === 0
}

function say(text) {
  find('status').textContent = text
}
