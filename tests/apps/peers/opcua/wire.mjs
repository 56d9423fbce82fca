// UA Binary over TCP for attacks: every field of a message may be wrong.
import { connect } from 'node:net';
import { Reader, Writer } from './bytes.mjs';

export const ids = {
  OpenSecureChannel: 446, CloseSecureChannel: 452, GetEndpoints: 428, CreateSession: 461, ActivateSession: 467, CloseSession: 473,
  Read: 631, Write: 673, Browse: 527, CreateSubscription: 787, DeleteSubscriptions: 847, CreateMonitoredItems: 751,
  DeleteMonitoredItems: 781, Publish: 826, Republish: 832, ServiceFault: 397, AnonymousIdentityToken: 321,
};

const maxBodyLength = 60_000; // of a chunk

/** Returns a frame with its header of eight bytes. `size` is the length in the header, if it is a wrong one. */
export function frame(type, body, { final = 'F', size = body.length + 8 } = {}) {
  return new Writer().raw(Buffer.from(type + final)).u32(size >>> 0).raw(body).end();
}

export function hello(url, { version = 0, receive = 65536, send = 65536, message = 0, chunks = 0 } = {}) {
  return frame('HEL', new Writer().u32(version).u32(receive).u32(send).u32(message).u32(chunks).string(url).end());
}

/** Writes the header of a request. */
export function requestHeader(writer, { token = null, handle = 1, timeout = 60_000 } = {}) {
  if (token) writer.raw(token); else writer.nodeId(null);
  return writer.i64(0).u32(handle).u32(0).string(null).u32(timeout).nodeId(null).u8(0);
}

/** A connection that sends raw frames. */
export class Wire {
  constructor(port, { from = '127.0.0.1', reads = true, byteByByte = false } = {}) {
    this.url = `opc.tcp://127.0.0.1:${port}`;
    this.byteByByte = byteByByte;
    this.later = [];
    this.channel = 0;
    this.token = 0;
    this.sequence = 0;
    this.request = 0;
    this.received = Buffer.alloc(0);
    this.frames = []; // that nobody has taken yet
    this.waiting = [];
    this.ended = false;
    this.error = null; // the reason of an ERR frame, as a number
    this.socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.ended = true;
      clearInterval(this.timer);
      this.wake();
    });
    if (reads) this.socket.on('data', (data) => this.onData(data)); else this.socket.pause();
  }

  onData(data) {
    this.received = Buffer.concat([this.received, data]);
    while (this.received.length >= 8 && this.received.length >= this.received.readUInt32LE(4)) {
      const length = this.received.readUInt32LE(4);
      const one = { type: this.received.toString('latin1', 0, 3), final: String.fromCharCode(this.received[3]), length,
        body: this.received.subarray(8, length) };
      this.received = this.received.subarray(length);
      if (one.type === 'ERR') this.error = one.body.readUInt32LE(0);
      this.frames.push(one);
    }

    this.wake();
  }

  wake() {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Waits for a condition, and returns whether it was met in time. */
  async until(holds, milliseconds = 60_000) {
    for (const end = performance.now() + milliseconds; !holds();) {
      const left = end - performance.now();
      if (left <= 0 || this.ended) return holds();
      let timer;
      await new Promise((resolve) => {
        this.waiting.push(resolve);
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }

    return true;
  }

  /** Returns the next frame, or `null` if none comes. */
  async next(milliseconds) {
    await this.until(() => this.frames.length > 0, milliseconds);
    return this.frames.shift() ?? null;
  }

  write(bytes) {
    if (this.ended) return false;
    if (!this.byteByByte) return this.socket.write(bytes);
    this.later = this.later.concat([...bytes]);
    let last = performance.now();
    this.timer ??= setInterval(() => { // apart, so that the server sees each of them; on a busy machine, some together
      const late = performance.now() - last;
      last += late;
      if (this.ended || this.later.length === 0) return;
      this.socket.write(Buffer.from(this.later.splice(0, Math.max(1, Math.floor(late / 2)))));
    }, 1);
    return true;
  }

  /** Waits until the connection has ended. */
  closes(milliseconds = 60_000) { return this.until(() => this.ended, milliseconds); }

  async acknowledged(options) {
    this.write(hello(this.url, options));
    const answer = await this.next();
    if (answer?.type !== 'ACK') throw new Error(`no ACK: ${answer?.type} ${this.error?.toString(16)}`);
    return answer;
  }

  openRequest({ renew = false, lifetime = 600_000, policy = 'http://opcfoundation.org/UA/SecurityPolicy#None', mode = 1 } = {}) {
    const body = new Writer().u32(this.channel).string(policy).bytes(null).bytes(null).u32(++this.sequence).u32(++this.request);
    body.nodeId(ids.OpenSecureChannel);
    requestHeader(body).u32(0).u32(renew ? 1 : 0).u32(mode).bytes(null).u32(lifetime);
    return frame('OPN', body.end());
  }

  async open(options) {
    this.write(this.openRequest(options));
    const answer = await this.next();
    if (answer?.type !== 'OPN') throw new Error(`no OPN: ${answer?.type} ${this.error?.toString(16)}`);
    const reader = new Reader(answer.body);
    reader.u32();
    reader.string();
    reader.bytes();
    reader.bytes();
    reader.u32();
    reader.u32();
    reader.nodeId();
    const { status } = reader.responseHeader();
    if (status !== 0) throw new Error(`OPN: ${status.toString(16)}`);
    reader.u32();
    this.channel = reader.u32();
    this.token = reader.u32();
    reader.i64();
    return { lifetime: reader.u32() };
  }

  /** Returns one chunk, any of whose numbers may be wrong. */
  chunk(body, {
    type = 'MSG', final, size, channel = this.channel, token = this.token, sequence = ++this.sequence, request = this.request,
  } = {}) {
    return frame(type, new Writer().u32(channel).u32(token).u32(sequence).u32(request).raw(body).end(), { final, size });
  }

  /** Returns the body of a request. */
  body(service, write = () => {}, options = {}) {
    const writer = new Writer().nodeId(service);
    requestHeader(writer, { token: this.session, ...options });
    write(writer);
    return writer.end();
  }

  post(service, write, options) {
    this.request++;
    const body = this.body(service, write, options);
    for (let at = 0; at === 0 || at < body.length; at += maxBodyLength) {
      const isLast = at + maxBodyLength >= body.length;
      this.write(this.chunk(body.subarray(at, at + maxBodyLength), { final: isLast ? 'F' : 'C' }));
    }

    return this.request;
  }

  /** Returns the next complete response to any request. */
  async answer(milliseconds) {
    const bodies = [];
    for (;;) {
      const chunk = await this.next(milliseconds);
      if (chunk === null || chunk.type !== 'MSG') return null;
      const reader = new Reader(chunk.body, 12);
      const request = reader.u32();
      bodies.push(chunk.body.subarray(16));
      if (chunk.final === 'C') continue;
      const body = new Reader(Buffer.concat(bodies));
      const id = body.nodeId().value;
      return { request, id, ...body.responseHeader(), reader: body };
    }
  }

  async call(service, write, options) {
    this.post(service, write, options);
    return this.answer();
  }

  async createSession({ timeout = 10_000 } = {}) {
    const answer = await this.call(ids.CreateSession, (writer) => {
      writer.string('urn:wire').string(null).u8(0).u32(1).string(null).string(null).i32(-1); // the client's description
      writer.string(null).string(this.url).string('wire').bytes(null).bytes(null).double(timeout).u32(0);
    });
    if (answer?.status !== 0) return answer?.status ?? null;
    answer.reader.nodeId();
    this.session = Buffer.from(answer.reader.nodeId().bytes);
    return 0;
  }

  async activateSession() {
    const answer = await this.call(ids.ActivateSession, (writer) => {
      writer.string(null).bytes(null).i32(-1).i32(-1);
      const token = new Writer().string('anonymous').end();
      writer.nodeId(ids.AnonymousIdentityToken).u8(1).bytes(token).string(null).bytes(null);
    });
    return answer?.status ?? null;
  }

  /** Opens a channel and a session. */
  async join(options) {
    await this.acknowledged();
    await this.open();
    const created = await this.createSession(options);
    const status = created === 0 ? await this.activateSession() : created;
    if (status !== 0) throw new Error(`no session: ${status?.toString(16)} ${this.error?.toString(16)}`);
    return this;
  }

  async createSubscription({ interval = 100, lifetime = 100, keepAlive = 10 } = {}) {
    const answer = await this.call(ids.CreateSubscription,
      (writer) => writer.double(interval).u32(lifetime).u32(keepAlive).u32(0).u8(1).u8(0));
    return answer?.status === 0 ? answer.reader.u32() : null;
  }

  createItems(subscription, nodes, { queue = 1, sampling = 0 } = {}) {
    return this.call(ids.CreateMonitoredItems, (writer) => writer.u32(subscription).u32(2).array(nodes, (item, node) => {
      item.nodeId(node, 2).u32(13).string(null).u16(0).string(null).u32(2); // the value of a node, reporting
      item.u32(node).double(sampling).nodeId(null).u8(0).u32(queue).u8(1);
    }));
  }

  close() {
    this.socket.destroy();
    return this.closes();
  }
}
