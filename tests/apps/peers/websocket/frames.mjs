// Encodes and decodes frames of RFC 6455, valid ones and others.
import { randomBytes } from 'node:crypto';

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

export const bytesOf = (payload) => (Buffer.isBuffer(payload) ? payload : Buffer.from(payload));

/**
 * Creates a frame of either end. The defaults are valid: `masked` depends on the sender, `form` (0, 2 or 8 bytes of length) is the
 * shortest, and `length` is that of the payload. The bytes of `raw` are sent unchanged.
 */
export const frame = (opcode, payload = '', options = {}) => ({ opcode, payload: bytesOf(payload), fin: true, rsv: 0, ...options });

export const text = (payload, options) => frame(opcodes.text, payload, options);
export const binary = (payload, options) => frame(opcodes.binary, payload, options);
export const more = (payload, options) => frame(opcodes.continuation, payload, options);
export const ping = (payload, options) => frame(opcodes.ping, payload, options);
export const pong = (payload, options) => frame(opcodes.pong, payload, options);
export const open = { fin: false };

export function close(code, reason = '', options = {}) {
  if (code === undefined) return frame(opcodes.close, '', options);
  const start = Buffer.alloc(2);
  start.writeUInt16BE(code);
  return frame(opcodes.close, Buffer.concat([start, bytesOf(reason)]), options);
}

/** Cuts a message into frames of at most a number of bytes, or at the given offsets. */
export function fragments(opcode, payload, cut) {
  const all = bytesOf(payload);
  const places = Array.isArray(cut) ? cut : Array.from({ length: Math.max(0, Math.ceil(all.length / cut) - 1) }, (_, i) => (i + 1) * cut);
  const starts = [0, ...places];
  return starts.map((start, i) => frame(i === 0 ? opcode : opcodes.continuation, all.subarray(start, starts[i + 1]),
    { fin: i === starts.length - 1 }));
}

export function encode(one, isClient) {
  if (one.raw) return one.raw;
  const { opcode, payload, fin, rsv, masked = isClient, length = payload.length } = one;
  const form = one.form ?? (length < 126 ? 0 : length < 65536 ? 2 : 8);
  const head = Buffer.alloc(2 + form + (masked ? 4 : 0));
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  head[1] = (masked ? 0x80 : 0) | (form === 0 ? length : form === 2 ? 126 : 127);
  if (form === 2) head.writeUInt16BE(length, 2);
  if (form === 8) head.writeBigUInt64BE(BigInt(length), 2);
  if (!masked) return Buffer.concat([head, payload]);

  const key = randomBytes(4);
  key.copy(head, 2 + form);
  return Buffer.concat([head, applied(key, payload)]);
}

export function applied(key, payload) {
  const result = Buffer.allocUnsafe(payload.length);
  for (let i = 0; i < payload.length; i++) result[i] = payload[i] ^ key[i & 3];
  return result;
}

/** Decodes frames from received bytes, and reports the rule that they break. */
export class FrameReader {
  chunks = [];
  size = 0;
  need = 2;
  head = null;

  constructor(expectsMasked, mayBeCompressed = false) {
    this.expectsMasked = expectsMasked;
    this.mayBeCompressed = mayBeCompressed;
  }

  /** Adds received bytes, and returns the frames that are complete. */
  * read(chunk) {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size >= this.need) {
      if (this.head?.isWhole) {
        yield this.finish(this.take(this.head.length));
        continue;
      }

      this.head = parsed(this.all());
      this.need = this.head.size;
      if (!this.head.isWhole) continue;
      this.take(this.head.size);
      this.need = this.head.length;
      if (this.need === 0) yield this.finish(Buffer.alloc(0));
    }
  }

  finish(payload) {
    const { key, ...rest } = this.head;
    this.head = null;
    this.need = 2;
    const isCompressed = this.mayBeCompressed && rest.rsv === 4 && [opcodes.text, opcodes.binary].includes(rest.opcode);
    const offence = offenceOf(isCompressed ? { ...rest, rsv: 0 } : rest, key !== undefined, this.expectsMasked);
    return { ...rest, payload: key ? applied(key, payload) : payload, isCompressed, offence };
  }

  all() {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0];
  }

  take(count) {
    const bytes = this.all();
    this.chunks = [bytes.subarray(count)];
    this.size -= count;
    return bytes.subarray(0, count);
  }
}

/** Reads the header of a frame; if it is incomplete, only its size. */
function parsed(bytes) {
  const form = { 126: 2, 127: 8 }[bytes[1] & 0x7f] ?? 0;
  const size = 2 + form + (bytes[1] & 0x80 ? 4 : 0);
  if (bytes.length < size) return { size, isWhole: false };
  const length = form === 0 ? bytes[1] & 0x7f : form === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const key = bytes[1] & 0x80 ? Buffer.from(bytes.subarray(size - 4, size)) : undefined;
  return { size, isWhole: true, fin: bytes[0] >= 0x80, rsv: (bytes[0] >> 4) & 7, opcode: bytes[0] & 15, form, length, key };
}

function offenceOf({ fin, rsv, opcode, form, length }, isMasked, expectsMasked) {
  if (rsv !== 0) return `reserved bits ${rsv}`;
  if (!Object.values(opcodes).includes(opcode)) return `opcode ${opcode}`;
  if (isMasked !== expectsMasked) return isMasked ? 'a masked frame' : 'a frame that is not masked';
  if (opcode >= 8 && !fin) return 'a control frame in parts';
  if (opcode >= 8 && length > 125) return `a control frame of ${length} bytes`;
  const shortest = length < 126 ? 0 : length < 65536 ? 2 : 8;
  return form === shortest ? undefined : `a length of ${length} in ${form} bytes`;
}
