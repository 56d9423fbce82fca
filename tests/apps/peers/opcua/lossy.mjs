// A relay between a client and a server over None. Counts their chunks, and drops or corrupts those of the server on request.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const PUBLISH_RESPONSE = 829;

export class Lossy {
  static async before(url) {
    const lossy = new Lossy(new URL(url));
    lossy.server.listen(0, '127.0.0.1');
    await once(lossy.server, 'listening');
    lossy.url = `opc.tcp://127.0.0.1:${lossy.server.address().port}`;
    return lossy;
  }

  constructor({ port }) {
    this.toLose = 0;
    this.toSpoil = 0; // the part of the server's chunks to corrupt, from 0 to 1
    this.spoiled = 0;
    this.lost = 0;
    this.sent = []; // types, lengths and final flags of the client's chunks
    this.received = []; // and of the server's
    this.sockets = new Set();
    this.server = createServer((client) => {
      const server = connect({ port: Number(port), host: '127.0.0.1' });
      let lostHere = 0;
      client.on('data', cutter((frame) => {
        this.sent.push([typeOf(frame), frame.length, frame[3]]);
        server.write(frame);
      }));
      server.on('data', cutter((frame) => {
        this.received.push([typeOf(frame), frame.length, frame[3]]);
        const isInChannel = typeOf(frame) === 'MSG';
        if (isInChannel && this.toLose > 0 && isNotification(frame)) {
          this.toLose--;
          this.lost++;
          lostHere++;
          return;
        }

        // what comes behind moves up: it is a message that is lost, and no chunk of the channel
        if (lostHere > 0) moveUp(frame, lostHere);
        if (isInChannel && Math.random() < this.toSpoil) this.spoil(frame);
        client.write(frame);
      }));
      for (const [one, other] of [[client, server], [server, client]]) {
        this.sockets.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  /** Changes one to three bits of a frame, or everything after an offset. */
  spoil(frame) {
    this.spoiled++;
    const below = (count) => Math.floor(Math.random() * count);
    if (Math.random() < 0.2) frame.fill(0xff, 8 + below(frame.length - 8));
    else for (let i = 0; i < 3; i++) frame[8 + below(Math.min(100, frame.length - 8))] ^= 1 << below(8);
  }

  /** Breaks all connections. */
  cut() {
    for (const socket of this.sockets) socket.destroy();
  }

  end() {
    this.cut();
    this.server.close();
  }
}

/** Returns whether a chunk is a whole publish response with values, not only a keep-alive. */
function isNotification(frame) {
  return frame[3] === 'F'.charCodeAt(0) && frame[24] === 1 && frame.readUInt16LE(26) === PUBLISH_RESPONSE && frame.length > 150;
}

function moveUp(frame, count) {
  let at = 16;
  if (typeOf(frame) === 'OPN') { // three texts stand before the sequence number
    at = 12;
    for (let i = 0; i < 3; i++) at += 4 + Math.max(0, frame.readInt32LE(at));
  }

  frame.writeUInt32LE(frame.readUInt32LE(at) - count, at);
}

const typeOf = (frame) => frame.toString('latin1', 0, 3);

function cutter(take) {
  let bytes = Buffer.alloc(0);
  return (data) => {
    bytes = Buffer.concat([bytes, data]);
    while (bytes.length >= 8 && bytes.length >= bytes.readUInt32LE(4)) {
      const length = bytes.readUInt32LE(4);
      take(Buffer.from(bytes.subarray(0, length)));
      bytes = bytes.subarray(length);
    }
  };
}
