// permessage-deflate of RFC 7692 from both ends, with zlib of Node: one call for each message, which gets the window of those before as a
// dictionary.
import { deflateRawSync, inflateRawSync, constants } from 'node:zlib';

const tail = Buffer.from([0x00, 0x00, 0xff, 0xff]);
const most = 64 * 1024 * 1024;
const small = 256; // zlib looks at the window between pieces of its output: these show whoever refers to what is beyond it

const noTakeover = { server: 'server_no_context_takeover', client: 'client_no_context_takeover' };
const windowBits = { server: 'server_max_window_bits', client: 'client_max_window_bits' };

/** Parses the parameters of compression from a header: `{ server_max_window_bits: '9', client_no_context_takeover: true }`. */
export function parsed(header) {
  const [name, ...parameters] = header.split(';').map((part) => part.trim());
  if (name !== 'permessage-deflate') return undefined;
  const all = {};
  for (const parameter of parameters) {
    const [key, value = true] = parameter.split('=').map((part) => part.trim());
    if (key in all) return undefined;
    all[key] = value;
  }

  return all;
}

/** Returns the fault in a server's answer to an offer, if any. */
export function faultOfAnswer(answer, offers) {
  const agreed = parsed(answer);
  if (agreed === undefined) return `the extension ${answer}`;
  const known = [...Object.values(noTakeover), ...Object.values(windowBits)];
  const unknown = Object.keys(agreed).find((key) => !known.includes(key));
  if (unknown) return `the parameter ${unknown}`;
  const fits = offers.split(',').map(parsed).some((offer) => offer
    && (!offer[noTakeover.server] || agreed[noTakeover.server] === true)
    && (!offer[windowBits.server] || Number(agreed[windowBits.server]) <= Number(offer[windowBits.server]))
    && (agreed[windowBits.client] === undefined || (offer[windowBits.client] && bitsOf(agreed, 'client') <= bitsOf(offer, 'client'))));
  return fits ? undefined : `the answer ${answer} to ${offers}`;
}

const bitsOf = (agreed, end) => (typeof agreed[windowBits[end]] === 'string' ? Number(agreed[windowBits[end]]) : 15);

/** Compresses and decompresses the messages of one end. */
export class Codec {
  compressed = 0; // messages that came compressed

  constructor(agreed, isClient) {
    const [own, other] = isClient ? ['client', 'server'] : ['server', 'client'];
    this.out = new Direction(agreed, own);
    this.in = new Direction(agreed, other);
  }

  deflate(message) {
    const bytes = deflateRawSync(message, {
      windowBits: Math.max(9, this.out.bits), dictionary: this.out.dictionary, finishFlush: constants.Z_SYNC_FLUSH,
    });
    this.out.remember(message);
    return bytes.subarray(0, bytes.length - tail.length);
  }

  /** Returns the message. Throws if it cannot be inflated with the agreed parameters. */
  inflate(payload) {
    this.compressed++;
    const message = inflateRawSync(Buffer.concat([payload, tail]), {
      windowBits: Math.max(9, this.in.bits), dictionary: this.in.dictionary, finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most,
      chunkSize: this.in.bits < 15 ? small : 16 * 1024,
    });
    this.in.remember(message);
    return message;
  }
}

class Direction {
  window = Buffer.alloc(0);

  constructor(agreed, end) {
    this.bits = bitsOf(agreed, end);
    this.keeps = !agreed[noTakeover[end]];
  }

  get dictionary() {
    return this.window.length > 0 ? this.window : undefined;
  }

  remember(message) {
    if (!this.keeps) return;
    const all = message.length >= 1 << this.bits ? message : Buffer.concat([this.window, message]);
    this.window = Buffer.from(all.subarray(Math.max(0, all.length - (1 << this.bits))));
  }
}
