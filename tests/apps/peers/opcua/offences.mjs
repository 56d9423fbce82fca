// Invalid messages, each over a connection of its own, with the error that the server must send before it closes, or its response.
import { randomBytes } from 'node:crypto';
import { Writer } from './bytes.mjs';
import { frame, hello, ids, requestHeader } from './wire.mjs';

const TYPE = 0x807e0000;
const CHANNEL = 0x807f0000;
const TOO_LARGE = 0x80800000;
const RESOURCES = 0x80810000;
const INTERNAL = 0x80820000; // for offences that have no reason of their own
const URL_INVALID = 0x80830000;
const SEQUENCE = 0x80880000;
const TOKEN = 0x80870000;
const SECURITY = 0x80130000;
const POLICY = 0x80550000;
const MODE = 0x80540000;
const REQUEST_TYPE = 0x80530000;
const REJECTED = 0x80ac0000;
const DECODING = 0x80070000;
const LIMITS = 0x80080000;
const REQUEST_LARGE = 0x80b80000;
const UNKNOWN_ID = 0x80220000; // the id of the channel, as the services say it
const COMMUNICATION = 0x80050000;

const huge = 0x7fffffff;
const huger = 0xffffffff;
const raw = async (wire, ...all) => { for (const bytes of all) wire.write(bytes); };
const url = (wire, options) => hello(wire.url, options);
const helloOf = (text) => frame('HEL', new Writer().u32(0).u32(65536).u32(65536).u32(0).u32(0).raw(text).end());
const openAs = (wire, policy, certificate, thumbprint) => {
  const body = new Writer().u32(wire.channel).raw(policy).raw(certificate).raw(thumbprint).u32(++wire.sequence).u32(++wire.request);
  body.nodeId(ids.OpenSecureChannel);
  return frame('OPN', requestHeader(body).u32(0).u32(0).u32(1).bytes(null).u32(600_000).end());
};
const text = (value) => new Writer().string(value).end();
const long = (value) => new Writer().i32(value).end();

/** Messages before a channel is open. */
export const beforeChannel = {
  'HTTP': [[TYPE], (wire) => raw(wire, Buffer.from('GET / HTTP/1.1\r\nHost: opc.tcp\r\n\r\n'))],
  'TLS': [[TYPE], (wire) => raw(wire, Buffer.from('160301020001000203035a', 'hex'))],
  'zeros': [[TYPE], (wire) => raw(wire, Buffer.alloc(64))],
  'a frame with a size of 0': [[TOO_LARGE, TYPE, DECODING], (wire) => raw(wire, frame('HEL', Buffer.alloc(24), { size: 0 }))],
  'a frame with a size of 7': [[TOO_LARGE, TYPE, DECODING], (wire) => raw(wire, frame('HEL', Buffer.alloc(24), { size: 7 }))],
  'a hello of 2^31-1 bytes': [[TOO_LARGE], (wire) => raw(wire, frame('HEL', Buffer.alloc(24), { size: huge }))],
  'a hello of 2^32-1 bytes': [[TOO_LARGE], (wire) => raw(wire, frame('HEL', Buffer.alloc(24), { size: huger }))],
  'a hello that is too short': [[TYPE, DECODING, TOO_LARGE, URL_INVALID], (wire) => raw(wire, frame('HEL', Buffer.alloc(7)))],
  'a hello with small buffers': [[REJECTED, RESOURCES, TOO_LARGE], (wire) => raw(wire, url(wire, { receive: 1024, send: 1024 }))],
  'a hello without buffers': [[REJECTED, RESOURCES, TOO_LARGE], (wire) => raw(wire, url(wire, { receive: 0, send: 0 }))],
  'an address of 5,000 characters': [[URL_INVALID, DECODING, LIMITS], (wire) => raw(wire, hello(`opc.tcp://${'x'.repeat(5000)}`))],
  'an address of 2^31-1 characters': [[DECODING, LIMITS, URL_INVALID, TOO_LARGE], (wire) => raw(wire, helloOf(long(huge)))],
  'an address of -2^31 characters': [[DECODING, LIMITS, URL_INVALID, TOO_LARGE], (wire) => raw(wire, helloOf(long(-huge - 1)))],
  'a hello twice': [[TYPE], (wire) => raw(wire, url(wire), url(wire))],
  'an acknowledge': [[TYPE], (wire) => raw(wire, frame('ACK', Buffer.alloc(20)))],
  'an open without a hello': [[TYPE], (wire) => raw(wire, wire.openRequest())],
  'a message without a channel': [[TYPE, CHANNEL, UNKNOWN_ID], (wire) => raw(wire, url(wire), wire.chunk(wire.body(ids.Read)))],
  'a close without a channel': [[TYPE, CHANNEL, UNKNOWN_ID, null],
    (wire) => raw(wire, url(wire), wire.chunk(wire.body(ids.CloseSecureChannel), { type: 'CLO' }))],
  'a frame of an unknown type': [[TYPE], (wire) => raw(wire, url(wire), frame('XYZ', Buffer.alloc(16)))],
  'a final flag that is none': [[TYPE], (wire) => raw(wire, url(wire), frame('OPN', Buffer.alloc(16), { final: 'X' }))],
  'an unknown policy': [[POLICY, SECURITY], (wire) => raw(wire, url(wire), wire.openRequest({ policy: 'http://example.org/none' }))],
  'a policy of 2^31-1 characters': [[SECURITY, POLICY, DECODING, LIMITS],
    (wire) => raw(wire, url(wire), openAs(wire, long(huge), long(-1), long(-1)))],
  'a certificate of 2^31-1 bytes': [[SECURITY, POLICY, DECODING, LIMITS],
    (wire) => raw(wire, url(wire), openAs(wire, text('http://opcfoundation.org/UA/SecurityPolicy#None'), long(huge), long(-1)))],
  'a certificate that is none': [[SECURITY, POLICY, DECODING, LIMITS, 0x80120000], (wire) => raw(wire, url(wire),
    openAs(wire, text('http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256'), new Writer().bytes(randomBytes(1000)).end(),
      new Writer().bytes(randomBytes(20)).end()))],
  'an open in several chunks': [[TYPE, SECURITY],
    (wire) => raw(wire, url(wire), wire.openRequest().map((byte, i) => (i === 3 ? 'C'.charCodeAt(0) : byte)))],
  'a renewal of nothing': [[REQUEST_TYPE, SECURITY, CHANNEL, UNKNOWN_ID, TYPE],
    (wire) => raw(wire, url(wire), wire.openRequest({ renew: true }))],
  'the mode Sign without a policy': [[MODE, SECURITY], (wire) => raw(wire, url(wire), wire.openRequest({ mode: 2 }))],
  'a mode that is none': [[MODE, SECURITY, DECODING], (wire) => raw(wire, url(wire), wire.openRequest({ mode: 77 }))],
  'an open of random bytes': [[SECURITY, POLICY, DECODING, CHANNEL, LIMITS, UNKNOWN_ID],
    (wire) => raw(wire, url(wire), frame('OPN', randomBytes(600)))],
};

const read = (wire, options, change) => wire.chunk(wire.body(ids.Read, (writer) => {
  writer.double(0).u32(2);
  (change ?? ((w) => w.i32(0)))(writer);
}), options);

/** Messages in an open channel without a session. */
export const inChannel = {
  'a chunk of 2^31-1 bytes': [[TOO_LARGE], (wire) => wire.write(read(wire, { size: huge }))],
  'a chunk of 2^32-1 bytes': [[TOO_LARGE], (wire) => wire.write(read(wire, { size: huger }))],
  'a chunk longer than agreed': [[TOO_LARGE], (wire) => wire.write(wire.chunk(Buffer.alloc(66_000)))],
  'a chunk with a size of 8': [[TOO_LARGE, TYPE, DECODING], (wire) => wire.write(frame('MSG', Buffer.alloc(0)))],
  'a chunk that ends in its headers': [[TOO_LARGE, TYPE, DECODING, SECURITY, CHANNEL],
    (wire) => wire.write(frame('MSG', Buffer.alloc(10)))],
  'a sequence number twice': [[SEQUENCE, SECURITY], (wire) => wire.write(read(wire, { sequence: wire.sequence }))],
  'a gap in the sequence numbers': [[SEQUENCE, SECURITY], (wire) => wire.write(read(wire, { sequence: wire.sequence + 2 }))],
  'a sequence number of long ago': [[SEQUENCE, SECURITY], (wire) => wire.write(read(wire, { sequence: 0 }))],
  'the last sequence number of all': [[SEQUENCE, SECURITY], (wire) => wire.write(read(wire, { sequence: huger }))],
  'another token': [[TOKEN], (wire) => wire.write(read(wire, { token: wire.token + 1 }))],
  'another channel': [[CHANNEL, UNKNOWN_ID], (wire) => wire.write(read(wire, { channel: wire.channel + 1 }))],
  'a hello within a channel': [[TYPE], (wire) => wire.write(hello(wire.url))],
  'an acknowledge within a channel': [[TYPE], (wire) => wire.write(frame('ACK', Buffer.alloc(20)))],
  'a second opening': [[REQUEST_TYPE, SECURITY, CHANNEL, UNKNOWN_ID, TYPE], (wire) => wire.write(wire.openRequest())],
  'chunks of two requests': [[INTERNAL, SECURITY, DECODING, TYPE, COMMUNICATION], (wire) => {
    wire.write(wire.chunk(Buffer.alloc(100), { final: 'C', request: 5 }));
    wire.write(wire.chunk(Buffer.alloc(100), { final: 'F', request: 6 }));
  }],
  // The rest of its 65 MB meets a socket that is closed. The reset that follows may overtake the reason.
  'a message without an end': [[TOO_LARGE, REQUEST_LARGE, RESOURCES, LIMITS, null], (wire) => {
    for (let i = 0; i < 1000 && !wire.ended; i++) wire.write(wire.chunk(Buffer.alloc(65_000), { final: 'C', request: 5 }));
  }],
  'chunks without an end and with nothing in them': [[TOO_LARGE, REQUEST_LARGE, RESOURCES, LIMITS], (wire) => {
    const all = Array.from({ length: 20_000 }, () => wire.chunk(Buffer.alloc(0), { final: 'C', request: 5 }));
    wire.write(Buffer.concat(all));
  }],
};

const depth = 8000;
const nest = (writer, level) => {
  for (let i = 0; i < depth; i++) level(writer);
  return writer;
};
const ofValue = (writer) => writer.u32(13).string(null).u16(0).string(null);
const writing = (value) => [ids.Write, (w) => value(w.i32(1).nodeId(1, 2).u32(13).string(null))];

/** Requests of a session that are malformed or too large: each gets a fault or an ERR, and never an unhandled exception. */
export const requests = {
  'a Read of 2^31-1 nodes': [ids.Read, (w) => w.double(0).u32(2).i32(huge)],
  'a Read of -2^31 nodes': [ids.Read, (w) => w.double(0).u32(2).i32(-huge - 1)],
  'a Read that ends in the middle': [ids.Read, (w) => w.double(0).u32(2).i32(1).nodeId(1, 2).u16(13)],
  'a Read of a node with a text of 2^31-1 bytes': [ids.Read, (w) => w.double(0).u32(2).i32(1).u8(3).u16(2).i32(huge)],
  'a Read of a node with an id of an unknown form': [ids.Read, (w) => ofValue(w.double(0).u32(2).i32(1).u8(0x3f).u32(0))],
  'a Read with a negative age': [ids.Read, (w) => ofValue(w.double(-1).u32(2).i32(1).nodeId(1, 2))],
  'a Read with times that are none': [ids.Read, (w) => ofValue(w.double(0).u32(99).i32(1).nodeId(1, 2))],
  'a Write of variants in variants': writing((w) => nest(w.u8(1), (v) => v.u8(0x80 | 24).i32(1)).u8(1).u8(1)),
  'a Write of data values in variants': writing((w) => nest(w, (v) => v.u8(1).u8(23)).u8(0)),
  'a Write of diagnostics in diagnostics': writing((w) => nest(w.u8(1).u8(25), (v) => v.u8(0x40)).u8(0)),
  'a Write of 2^31-1 doubles': writing((w) => w.u8(1).u8(0x80 | 11).i32(huge)),
  'a Write of an array of 2^31-1 dimensions': writing((w) => w.u8(1).u8(0xc0 | 11).i32(1).double(1).i32(huge)),
  'a Write of dimensions that do not fit': writing((w) => w.u8(1).u8(0xc0 | 11).i32(1).double(1).i32(2).i32(65536).i32(65536)),
  'a Write of an unknown type': writing((w) => w.u8(1).u8(31).u32(0)),
  'a Write of text of 2^31-1 bytes': writing((w) => w.u8(1).u8(12).i32(huge)),
  'a Write of text that is no UTF-8': writing((w) => w.u8(1).u8(12).bytes(Buffer.from([0xc3, 0x28, 0xff, 0xfe]))),
  'a Write of an extension object of 2^31-1 bytes': writing((w) => w.u8(1).u8(22).nodeId(811).u8(1).i32(huge)),
  'a Browse of 2^31-1 nodes': [ids.Browse, (w) => w.nodeId(null).i64(0).u32(0).u32(0).i32(huge)],
  'items, 2^31-1 of them': [ids.CreateMonitoredItems, (w) => w.u32(1).u32(2).i32(huge)],
  'acknowledgements, 2^31-1 of them': [ids.Publish, (w) => w.i32(huge)],
  'subscriptions to delete, 2^31-1 of them': [ids.DeleteSubscriptions, (w) => w.i32(huge)],
  'a session with addresses without end': [ids.CreateSession,
    (w) => w.string('urn:wire').string(null).u8(0).u32(1).string(null).string(null).i32(huge)],
  'a session with a nonce of 2^31-1 bytes': [ids.CreateSession,
    (w) => w.string('urn:wire').string(null).u8(0).u32(1).string(null).string(null).i32(-1).string(null).string('x').string('x').i32(huge)],
  'a session with a token of an unknown type': [ids.ActivateSession,
    (w) => w.string(null).bytes(null).i32(-1).i32(-1).nodeId(60_000, 1).u8(1).bytes(randomBytes(64)).string(null).bytes(null)],
  'a request of random bytes': (wire) => { wire.request++; wire.write(wire.chunk(randomBytes(500))); },
  'a request of nothing': (wire) => { wire.request++; wire.write(wire.chunk(Buffer.alloc(0))); },
  'a header without end': (wire) => {
    const body = new Writer().nodeId(ids.Read).raw(wire.session).i64(0).u32(1).u32(0).i32(huge).end();
    wire.request++;
    wire.write(wire.chunk(body));
  },
  'an additional header of 2^31-1 bytes': (wire) => {
    const body = new Writer().nodeId(ids.Read).raw(wire.session).i64(0).u32(1).u32(0).string(null).u32(0).nodeId(811).u8(1).i32(huge).end();
    wire.request++;
    wire.write(wire.chunk(body));
  },
};

/** Valid requests, with the expected response and its status. */
export const answered = {
  'a service that nobody knows': [[0x800b0000], (wire) => wire.call(9999, (w) => w.i32(0))],
  'a service with a text as its id': [[0x800b0000, DECODING], (wire) => {
    const writer = new Writer().u8(3).u16(2).string('there is none');
    requestHeader(writer, { token: wire.session });
    wire.request++;
    wire.write(wire.chunk(writer.end()));
    return wire.answer();
  }],
  'an answer as a request': [[0x800b0000], (wire) => wire.call(634, (w) => w.i32(0))],
  'an unknown additional header': [[0], (wire) => {
    const writer = new Writer().nodeId(ids.Read).raw(wire.session).i64(0).u32(7).u32(0).string(null).u32(0);
    writer.nodeId(60_000, 1).u8(1).bytes(randomBytes(40)).double(0).u32(2).i32(1).nodeId(1, 2).u32(13).string(null).u16(0).string(null);
    wire.request++;
    wire.write(wire.chunk(writer.end()));
    return wire.answer();
  }],
  'a request that was given up': [[0], (wire) => {
    wire.write(wire.chunk(Buffer.alloc(1000), { final: 'C', request: wire.request + 1 }));
    wire.write(wire.chunk(new Writer().u32(0x80050000).string('given up').end(), { final: 'A', request: wire.request + 1 }));
    wire.request++;
    return wire.call(ids.Read, (w) => w.double(0).u32(2).i32(1).nodeId(1, 2).u32(13).string(null).u16(0).string(null));
  }],
  'an unknown filter': [[0], async (wire) => {
    const subscription = await wire.createSubscription();
    return wire.call(ids.CreateMonitoredItems, (w) => w.u32(subscription).u32(2).i32(1)
      .nodeId(1, 2).u32(13).string(null).u16(0).string(null).u32(2)
      .u32(1).double(100).nodeId(60_000, 1).u8(1).bytes(randomBytes(30)).u32(1).u8(1));
  }],
};
