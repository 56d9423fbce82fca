// A WebSocket of npm ws that keeps the received messages.
import WebSocket from 'ws';
import { limit } from './wspeers.mjs';

export class Talk {
  messages = [];
  pongs = [];
  waiting = new Set();
  closed = null; // code and reason
  error = null;

  static async to(url, options = {}) {
    const talk = new Talk(new WebSocket(url, { perMessageDeflate: false, maxPayload: limit, ...options }));
    await talk.until('an open socket', () => talk.socket.readyState !== WebSocket.CONNECTING);
    if (talk.error && talk.socket.readyState !== WebSocket.OPEN) throw talk.error;
    return talk;
  }

  constructor(socket) {
    this.socket = socket;
    socket.on('message', (data, isBinary) => this.note(() => this.messages.push(isBinary ? data : data.toString())));
    socket.on('pong', (data) => this.note(() => this.pongs.push(data.toString())));
    socket.on('close', (code, reason) => this.note(() => { this.closed = { code, reason: reason.toString() }; }));
    socket.on('error', (error) => this.note(() => { this.error = error; }));
    socket.on('open', () => this.note(() => {}));
  }

  note(change) {
    change();
    for (const look of this.waiting) look();
  }

  /** Waits for a condition. Throws if it is not met in time. */
  until(what, holds, milliseconds = 60_000) {
    if (holds()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        settle(value);
      };
      const look = () => holds() && finish(resolve);
      const state = () => `${this.messages.length} messages, closed: ${JSON.stringify(this.closed)}, error: ${this.error?.message}`;
      const timer = setTimeout(() => finish(reject, new Error(`no ${what} in time (${state()})`)), milliseconds);
      this.waiting.add(look);
    });
  }

  send(data, options) {
    this.socket.send(data, options);
  }

  /** Waits until a number of messages have been received in total. */
  async gets(count) {
    await this.until(`${count} messages`, () => this.messages.length >= count || this.closed !== null);
    return this.messages;
  }

  async closes() {
    await this.until('close', () => this.closed !== null);
    return this.closed;
  }

  async close(code = 1000, reason = '') {
    if (this.closed === null) this.socket.close(code, reason);
    return this.closes();
  }
}
