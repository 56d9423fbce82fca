// One end of a WebSocket over a TCP socket: sends any frames, valid or not, and keeps the received ones.
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Codec, parsed } from './deflate.mjs';
import { FrameReader, close, encode, fragments, opcodes, pong } from './frames.mjs';
import { faultOfRequest, faultOfResponse, readHead, request, response } from './handshake.mjs';

const controls = { [opcodes.ping]: 'ping', [opcodes.pong]: 'pong' };

export class Connection {
  events = []; // messages and pongs, and the pauses of a case
  closed = null; // the other's close: code and reason
  sent = null; // our own close
  offence = null; // the rule that the other broke
  hasEnded = false; // the other ended the TCP connection
  parts = [];
  partsOpcode = 0;
  waiting = new Set();
  pings = 0;
  isMute = false; // pings are not answered
  mayPong = false; // pongs that nobody asked for are no events: .NET sends one each half minute, which is allowed (RFC 6455, 5.5.3)

  /** Connects as a client. */
  static async dial(port, { path = '/echo', headers, from, host = '127.0.0.1', offers } = {}) {
    const socket = connect({ port, host, localAddress: from, noDelay: true });
    socket.on('error', () => {});
    if (!(await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close').then(() => false)])))
      throw new Error(`no connection to ${host}:${port}`);
    const { key, bytes } = request(path, port, offers ? { ...headers, 'Sec-WebSocket-Extensions': offers } : headers);
    socket.write(bytes);
    const head = await readHead(socket);
    const fault = head === null ? 'no answer' : faultOfResponse(head, key, offers);
    if (fault) {
      socket.destroy();
      throw Object.assign(new Error(`handshake: ${fault}`), { status: head && Number(head.first.split(' ')[1]), head });
    }

    return new Connection(socket, true, head.rest, head.headers['sec-websocket-extensions']);
  }

  /** Creates an end. `extension` is the server's answer to an offer of compression, if any. */
  constructor(socket, isClient, rest, extension) {
    this.socket = socket;
    this.isClient = isClient;
    this.codec = extension ? new Codec(parsed(extension), isClient) : null;
    this.reader = new FrameReader(!isClient, this.codec !== null);
    socket.on('error', (error) => { this.error = error.code; });
    socket.on('end', () => this.end());
    socket.on('close', () => this.end());
    socket.on('data', (chunk) => this.take(chunk));
    if (rest?.length > 0) this.take(rest);
    socket.resume();
  }

  get isOver() {
    return this.closed !== null || this.hasEnded || this.offence !== null;
  }

  end() {
    this.hasEnded = true;
    this.wake();
  }

  wake() {
    for (const look of this.waiting) look();
  }

  take(chunk) {
    for (const one of this.reader.read(chunk)) {
      if (this.closed !== null) this.offence ??= 'a frame after its close';
      else this.accept(one);
    }

    this.wake();
  }

  accept(one) {
    this.offence ??= one.offence ?? null;
    if (this.offence !== null) return;
    if (one.opcode === opcodes.close) this.acceptClose(one.payload);
    else if (controls[one.opcode]) this.acceptControl(one);
    else this.acceptPart(one);
  }

  acceptControl({ opcode, payload }) {
    if (opcode === opcodes.pong) {
      if (!this.mayPong || payload.length > 0) this.events.push({ kind: 'pong', payload });
    } else {
      this.pings++;
      if (!this.sent && !this.isMute) this.post(pong(payload));
    }
  }

  acceptPart({ opcode, payload, fin, isCompressed }) {
    if ((opcode === opcodes.continuation) !== (this.partsOpcode !== 0)) {
      this.offence = opcode === 0 ? 'a continuation of nothing' : 'a message within a message';
      return;
    }

    if (opcode !== opcodes.continuation) this.isCompressed = isCompressed;
    this.partsOpcode ||= opcode;
    this.parts.push(payload);
    if (!fin) return;
    const kind = this.partsOpcode === opcodes.text ? 'text' : 'binary';
    let message = this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts);
    this.parts = [];
    this.partsOpcode = 0;
    try {
      if (this.isCompressed) message = this.codec.inflate(message);
    } catch (error) {
      this.offence = `what cannot be inflated: ${error.message}`;
      return;
    }

    if (kind === 'text' && !isUtf8(message)) this.offence = 'text that is no UTF-8';
    else this.events.push({ kind, payload: message });
  }

  acceptClose(payload) {
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
    const isBad = payload.length === 1 || !isUtf8(payload.subarray(2)) || (code !== undefined && !mayBeSent(code));
    if (isBad) this.offence = `a close of ${payload.toString('hex')}`;
    this.closed = { code, reason: payload.subarray(2).toString() };
  }

  /** Writes without waiting. */
  post(...frames) {
    const bytes = Buffer.concat(frames.map((one) => this.encode(one)));
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  encode(one) {
    if (one.opcode === opcodes.close && !this.sent)
      this.sent = { code: one.payload.length >= 2 ? one.payload.readUInt16BE(0) : undefined };
    return encode(one, this.isClient);
  }

  /** Returns the frames of a message, compressed if that was agreed on. */
  framesOf({ message, kind, cut }) {
    const payload = this.codec ? this.codec.deflate(message) : message;
    const [first, ...rest] = fragments(opcodes[kind], payload, cut || Math.max(1, payload.length));
    return [{ ...first, rsv: this.codec ? 4 : 0 }, ...rest];
  }

  /**
   * Writes frames at once, one by one (`'frames'`), or in pieces of a number of bytes, each passed to the kernel before the next one.
   * Received bytes are read meanwhile. It stops when the other end has ended, because a write to a reset socket would hide them.
   */
  async send(frames, chop = 'whole') {
    const encoded = frames.map((one) => this.encode(one));
    if (chop === 'frames') {
      for (let i = 0; i < encoded.length && !this.isOver; i++) {
        await this.write(encoded[i]);
        await immediate();
      }

      return;
    }

    const bytes = encoded.length === 1 ? encoded[0] : Buffer.concat(encoded);
    if (chop === 'whole') return void (await this.write(bytes));
    for (let at = 0; at < bytes.length && !this.isOver; at += chop) {
      await this.write(bytes.subarray(at, at + chop));
      await immediate();
    }
  }

  write(bytes) {
    if (this.socket.destroyed) return undefined;
    return new Promise((resolve) => {
      const finish = () => {
        this.socket.off('close', finish);
        resolve();
      };
      this.socket.once('close', finish);
      this.socket.write(bytes, finish);
    });
  }

  /** Waits for a condition, and returns whether it was met in time. */
  until(holds, milliseconds = 10_000) {
    if (holds(this)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const finish = (result) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(result);
      };
      const look = () => holds(this) && finish(true);
      const timer = setTimeout(() => finish(false), milliseconds);
      this.waiting.add(look);
    });
  }

  /** Closes properly: both close frames, then the server ends the TCP connection. Returns whether the other end did so in time. */
  async shut(milliseconds = 10_000, code = 1000) {
    if (!this.sent) this.post(close(this.closed?.code ?? code));
    const both = await this.until(() => this.closed !== null || this.hasEnded, milliseconds);
    if (!this.isClient) this.socket.end();
    const ended = await this.until(() => this.hasEnded, milliseconds);
    this.socket.destroy();
    return both && ended;
  }

  destroy() {
    this.socket.destroy();
  }
}

const immediate = () => new Promise((resolve) => setImmediate(resolve));

const mayBeSent = (code) => (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);

/** Listens as a server, and passes on each connection with its path. A thrown status ends the connection. */
export async function listen(accept, port = 0) {
  const server = createServer({ noDelay: true, allowHalfOpen: false }, async (socket) => {
    socket.on('error', () => {});
    const head = await readHead(socket);
    if (head === null) return void socket.destroy();
    try {
      const fault = faultOfRequest(head);
      if (fault) throw Object.assign(new Error(fault), { status: '400 Bad Request' });
      await accept(head.first.split(' ')[1], (headers) => {
        socket.write(response(head.headers['sec-websocket-key'], headers));
        return new Connection(socket, false, head.rest, headers?.['Sec-WebSocket-Extensions']);
      }, head);
    } catch (error) {
      server.faults.push(error.message);
      const status = error.status ?? '500 Internal Server Error';
      if (!socket.destroyed) socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    }
  });
  server.faults = [];
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
