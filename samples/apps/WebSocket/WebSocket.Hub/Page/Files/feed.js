// Receives the hub's figures over a socket. A lost connection is tried again, after a longer wait each time.
const first = 500
const max = 10_000
const silence = 5_000 // a hub that lives tells something each second
const lasting = 5_000 // a connection that lasted so long makes the waits begin anew

export class Feed extends EventTarget {
  #url
  #socket = null
  #attempts = 0
  #opened = 0
  #heard = 0
  #timer = 0

  constructor(url) {
    super()
    this.#url = url
    setInterval(() => this.#look(), 1_000)
    addEventListener('online', () => this.retry())
    document.addEventListener('visibilitychange', () => {
      this.#heard = performance.now() // a page that was hidden may have slept
      if (!document.hidden) this.retry()
    })
    this.#connect()
  }

  /** Gets the time of the next attempt, by `performance.now()`; 0 while it is connected or being tried. */
  retryAt = 0

  /** Tries at once, if a wait is under way. */
  retry() {
    if (this.#socket === null) this.#connect()
  }

  /** @returns {boolean} whether it was sent */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  #connect() {
    clearTimeout(this.#timer)
    this.retryAt = 0
    this.#attempts++
    this.#heard = performance.now()
    this.#opened = 0
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.onmessage = event => { if (this.#socket === socket) this.#hear(JSON.parse(event.data)) }
    socket.onclose = () => this.#lose(socket)
    this.#tell('connecting')
  }

  #hear(message) {
    this.#heard = performance.now()
    if (message.type === 'hello') {
      this.#opened = this.#heard
      this.#tell('connected')
    }
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }))
  }

  #lose(socket) {
    if (this.#socket !== socket) return
    this.#socket = null
    if (this.#opened > 0 && performance.now() - this.#opened > lasting) this.#attempts = 0
    const wait = Math.min(max, first * 2 ** Math.max(0, this.#attempts - 1)) * (0.75 + Math.random() / 2)
    this.retryAt = performance.now() + wait
    this.#timer = setTimeout(() => this.#connect(), wait)
    this.#tell('waiting')
  }

  /** Closes the connection if the hub is silent for too long. */
  #look() {
    if (this.#socket === null || document.hidden || performance.now() - this.#heard < silence) return
    const socket = this.#socket
    socket.close()
    this.#lose(socket)
  }

  #tell(state) {
    this.dispatchEvent(new CustomEvent('state', { detail: state }))
  }
}
