// A player that shares no code with the sample: protobufjs for the messages, Node's net and crypto for the rest.
import { createECDH, createHash, createHmac, createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const proto = fileURLToPath(new URL('../../../../samples/apps/GameServer/Protocol/game.proto', import.meta.url));
const messages = protobuf.loadSync(proto).lookup('pooling.game');
const reasons = messages.lookupEnum('DisconnectReason').valuesById;

export const CLEAR = 1;
export const HANDSHAKE = 2;
export const ENCRYPTED = 4;

const PROTOCOL = 1;
const VERSION = 2;
const LEAST_PACKETS_PER_KEY = 1000n;

export const types = {
  Hello: 0x1000, Login: 0x1001, Ping: 0x1002, Input: 0x2000, Chat: 0x2001,
  HelloAck: 0x3000, LoginResult: 0x3001, Pong: 0x3002, StateAck: 0x3100, StateAdd: 0x3101,
  StateUpdate: 0x3102, StateRemove: 0x3103, ChatMessage: 0x3104, ChatRefused: 0x3105, Disconnect: 0x3fff,
};
const names = Object.fromEntries(Object.entries(types).map(([name, type]) => [type, name]));

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const encode = (name, fields) => {
  const type = messages.lookupType(name);
  return Buffer.from(type.encode(type.create(fields)).finish());
};

function associatedData(type, flags) {
  return Buffer.from([type >> 8, type & 255, flags, PROTOCOL, VERSION]);
}

// The encryption of one direction: AES-256-GCM, nonce = epoch (4 bytes) and counter (8 bytes), the next key by HKDF-Expand. Only the next
// nonce is accepted, and a new key only after a thousand packets.
class Direction {
  constructor(key) {
    this.key = key;
    this.epoch = 0;
    this.counter = 0n;
  }

  seal(type, flags, plain) {
    this.counter++;
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(this.epoch, 0);
    nonce.writeBigUInt64BE(this.counter, 4);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    cipher.setAAD(associatedData(type, flags));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, body, cipher.getAuthTag()]);
  }

  rekey() {
    this.key = expand(this.key, 'pooling-game rekey', 32);
    this.epoch++;
    this.counter = 0n;
  }

  open(type, flags, payload) {
    const nonce = payload.subarray(0, 12);
    const epoch = nonce.readUInt32BE(0);
    const counter = nonce.readBigUInt64BE(4);
    if (epoch === this.epoch + 1 && this.counter >= LEAST_PACKETS_PER_KEY) this.rekey();
    if (epoch !== this.epoch || counter !== this.counter + 1n)
      throw new Error(`nonce ${epoch}:${counter} after ${this.epoch}:${this.counter}`);
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce);
    decipher.setAAD(associatedData(type, flags));
    decipher.setAuthTag(payload.subarray(-16));
    const plain = Buffer.concat([decipher.update(payload.subarray(12, -16)), decipher.final()]);
    this.counter = counter;
    return plain;
  }
}

function expand(key, info, length) {
  let block = Buffer.alloc(0);
  let output = Buffer.alloc(0);
  for (let i = 1; output.length < length; i++) {
    block = createHmac('sha256', key).update(Buffer.concat([block, Buffer.from(info), Buffer.from([i])])).digest();
    output = Buffer.concat([output, block]);
  }

  return output.subarray(0, length);
}

export class Bot {
  constructor(port, name, { write, from = '127.0.0.1' } = {}) {
    this.name = name;
    this.received = Buffer.alloc(0);
    this.position = { x: 0, y: 0 };
    this.expected = new Map(); // position after each input
    this.sequence = 0;
    this.acks = 0;
    this.wrongAcks = 0;
    this.entities = new Map();
    this.chats = [];
    this.pongs = [];
    this.refused = 0; // chat texts of its own
    this.fault = null; // the violation of the protocol by the server, if any
    this.reason = null;
    this.waiting = [];
    this.write = write ?? ((socket, bytes) => socket.write(bytes));
    this.socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    this.ended = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('data', (chunk) => this.onData(chunk));
    this.socket.on('error', (error) => { this.error = error; });
    this.ended.then(() => this.wake());
  }

  // Waits until a condition is met, or the connection has ended.
  async until(what, holds, milliseconds = 60_000) {
    const deadline = Date.now() + milliseconds;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`${this.name}: waited in vain for ${what}; reason ${this.reason}`);
      if (this.socket.destroyed && !holds()) throw new Error(`${this.name}: ended while waiting for ${what}; reason ${this.reason}`);
      await new Promise((resolve) => { this.waiting.push(resolve); setTimeout(resolve, 20); });
    }
  }

  wake() {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  async login() {
    await this.handshake();
    this.send('Login', { name: this.name, confirmation: createHmac('sha256', this.clientConfirm).update(this.transcript).digest() });
    await this.until('login', () => this.entity !== undefined);
  }

  async handshake() {
    this.ecdh = createECDH('prime256v1');
    this.publicKey = this.ecdh.generateKeys();
    this.random = randomBytes(32);
    this.hello = this.frame(types.Hello, HANDSHAKE, encode('Hello', { publicKey: this.publicKey, random: this.random }));
    this.sendRaw(this.hello);
    await this.until('handshake', () => this.outgoing !== undefined);
  }

  frame(type, flags, payload) {
    return Buffer.from(messages.lookupType('Packet')
      .encodeDelimited({ header: { type, flags, protocol: PROTOCOL, version: VERSION }, payload }).finish());
  }

  sealed(name, fields) {
    return this.sealedAs(types[name], encode(name, fields));
  }

  sealedAs(type, plain) {
    return this.frame(type, ENCRYPTED, this.outgoing.seal(type, ENCRYPTED, plain));
  }

  send(name, fields) {
    this.sendRaw(this.sealed(name, fields));
  }

  sendRaw(bytes) {
    this.write(this.socket, bytes);
  }

  // Makes a step, and records the expected position.
  stepFrame(dx, dy) {
    this.sequence++;
    this.position = {
      x: clamp(this.position.x + clamp(dx, -this.maxStep, this.maxStep), 0, this.worldSize),
      y: clamp(this.position.y + clamp(dy, -this.maxStep, this.maxStep), 0, this.worldSize),
    };
    this.expected.set(this.sequence, { ...this.position });
    return this.sealed('Input', { sequence: this.sequence, dx, dy });
  }

  step(dx, dy) {
    this.sendRaw(this.stepFrame(dx, dy));
  }

  close() {
    this.socket.destroy();
    return this.ended;
  }

  onData(chunk) {
    this.received = Buffer.concat([this.received, chunk]);
    while (true) {
      const reader = protobuf.Reader.create(this.received);
      let packet;
      try {
        const length = reader.uint32();
        if (reader.pos + length > this.received.length) break;
        packet = messages.lookupType('Packet').decode(this.received.subarray(reader.pos, reader.pos + length));
        this.received = this.received.subarray(reader.pos + length);
      } catch (error) {
        if (error instanceof RangeError) break; // the length itself is not whole
        throw error;
      }

      try {
        this.onPacket(packet.header, Buffer.from(packet.payload));
      } catch (error) { // the other end gets no more packets
        this.fault = error.message;
        this.socket.destroy();
        break;
      }
    }

    this.wake();
  }

  // Accepts one answer to the hello, and nothing unencrypted once there are keys. A second answer would restart the nonces.
  onPacket({ type, flags, protocol, version }, payload) {
    const name = names[type];
    if (name === undefined || protocol !== PROTOCOL || version !== VERSION) throw new Error(`packet ${type} of version ${version}`);
    if (this.incoming) {
      if (flags !== ENCRYPTED || type === types.HelloAck) throw new Error(`packet ${name} in clear`);
    } else if (!(type === types.HelloAck && flags === HANDSHAKE && this.ecdh) && !(type === types.Disconnect && flags === CLEAR)) {
      throw new Error(`packet ${name} before the handshake`);
    }

    const plain = this.incoming ? this.incoming.open(type, flags, payload) : payload;
    this[`on${name}`](messages.lookupType(name).decode(plain));
  }

  onHelloAck({ publicKey, random, confirmation }) {
    const secret = this.ecdh.computeSecret(publicKey);
    const salt = Buffer.concat([this.random, random]);
    const headers = Buffer.concat([associatedData(types.Hello, HANDSHAKE), associatedData(types.HelloAck, HANDSHAKE)]);
    this.transcript = createHash('sha256').update(Buffer.concat([headers, this.publicKey, publicKey, salt])).digest();
    const keys = Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat([Buffer.from('pooling-game 2'), this.transcript]), 128));
    const expected = createHmac('sha256', keys.subarray(96)).update(this.transcript).digest();
    if (!timingSafeEqual(expected, Buffer.from(confirmation))) throw new Error('the server has other keys');
    this.clientConfirm = keys.subarray(64, 96);
    this.incoming = new Direction(keys.subarray(32, 64));
    this.outgoing = new Direction(keys.subarray(0, 32));
  }

  onLoginResult({ entity, x, y, worldSize, maxStep }) {
    this.position = { x, y };
    this.worldSize = worldSize;
    this.maxStep = maxStep;
    this.entity = entity;
  }

  onStateAck({ sequence, x, y }) {
    this.acks++;
    this.acked = sequence;
    const expected = this.expected.get(sequence);
    if (!expected || expected.x !== x || expected.y !== y) this.wrongAcks++;
  }

  onStateAdd({ entity, name, x, y }) { this.entities.set(entity, { name, x, y }); }

  onStateUpdate({ entity, fields, x, y }) {
    const known = this.entities.get(entity);
    if (!known) return;
    if (fields & 1) known.x = x;
    if (fields & 2) known.y = y;
  }

  onStateRemove({ entity }) { this.entities.delete(entity); }

  onChatMessage({ number, entity, name, text }) { this.chats.push({ number: Number(number), entity, name, text }); }

  onChatRefused({ texts }) { this.refused += texts; }

  onPong({ token }) { this.pongs.push(token.toString()); }

  onDisconnect({ reason }) { this.reason = reasons[reason]; }
}
