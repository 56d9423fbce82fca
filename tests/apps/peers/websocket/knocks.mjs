// Invalid handshakes: the request, and the expected status. 0 is an end without a response.
import { once } from 'node:events';
import { connect } from 'node:net';
import { readHead, request } from './handshake.mjs';

const long = (length) => 'x'.repeat(length);
const key = (bytes) => Buffer.alloc(bytes, 7).toString('base64');

/** For each: the statuses, the changed headers, and other changes. */
export const knocks = {
  'version 8': [[426], { 'Sec-WebSocket-Version': '8' }],
  'version 0': [[426], { 'Sec-WebSocket-Version': '0' }],
  'no version': [[400, 426], { 'Sec-WebSocket-Version': undefined }],
  'two versions': [[400, 426], { 'Sec-WebSocket-Version': '13, 8' }],
  'no key': [[400], { 'Sec-WebSocket-Key': undefined }],
  'an empty key': [[400], { 'Sec-WebSocket-Key': '' }],
  'a key of 15 bytes': [[400], { 'Sec-WebSocket-Key': key(15) }],
  'a key of 17 bytes': [[400], { 'Sec-WebSocket-Key': key(17) }],
  'a key that is no base64': [[400], { 'Sec-WebSocket-Key': '!'.repeat(24) }],
  'two keys': [[400], { 'Sec-WebSocket-Key': `${key(16)}\r\nSec-WebSocket-Key: ${key(16)}` }],
  'no upgrade': [[400, 426], { Upgrade: undefined }],
  'another upgrade': [[400, 426], { Upgrade: 'h2c' }],
  'no connection': [[400, 426], { Connection: undefined }],
  'a connection that is kept only': [[400, 426], { Connection: 'keep-alive' }],
  'POST': [[400, 405, 426], { 'Content-Length': '0' }, { method: 'POST' }],
  'PUT with a body': [[400, 405, 413, 426], { 'Content-Length': '4' }, { method: 'PUT', body: 'body' }],
  'GET with a body': [[400, 413, 426], { 'Content-Length': '4' }, { body: 'body' }],
  'HTTP/1.0': [[400, 426, 505], {}, { version: 'HTTP/1.0' }],
  'HTTP/3.7': [[400, 505], {}, { version: 'HTTP/3.7' }],
  'no host': [[400], { Host: undefined }],
  'two hosts': [[400], { Host: 'a\r\nHost: b' }],
  'another path': [[404], {}, { path: '/nothing' }],
  'a path that climbs': [[400, 404], {}, { path: '/../echo/..%2f..%2fetc' }],
  'another origin': [[403], { Origin: 'https://elsewhere.example' }],
  'an origin that is none': [[400, 403], { Origin: 'null' }],
  'a header of 40,000': [[400, 431], { 'X-Long': long(40_000) }],
  '500 headers': [[400, 431], Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`X-${i}`, 'x']))],
  'a path of 20,000': [[400, 414], {}, { path: `/echo?${long(20_000)}` }],
  'a header with a NUL': [[400], { 'X-Nul': 'a\0b' }],
  'a header folded': [[400], { 'X-Folded': 'a\r\n b' }],
  'bytes that are no HTTP': [[0, 400], {}, { raw: Buffer.alloc(2000, 0xfe) }],
  'TLS': [[0, 400], {}, { raw: Buffer.from('16030100f8010000f40303', 'hex') }],
  'frames in place of a request': [[0, 400], {}, { raw: Buffer.from('8185010203044849', 'hex') }],
};

/** Unusual handshakes that are accepted. */
export const fine = {
  'the headers in other letters': { Upgrade: 'WebSocket', Connection: 'keep-alive, UPGRADE' },
  'extensions that nobody knows': { 'Sec-WebSocket-Extensions': 'x-unheard-of; a=1' },
  'protocols that nobody speaks': { 'Sec-WebSocket-Protocol': 'soap, wamp' },
};

/** Sends a handshake. Returns the status, and whether the connection ended. */
export async function knock(port, headers, { path = '/echo', from, raw, body = '', patience = 20_000, ...line } = {}) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  const timer = setTimeout(() => socket.destroy(), patience);
  socket.write(raw ?? Buffer.concat([request(path, port, headers, line).bytes, Buffer.from(body)]));
  if (raw) socket.end(); // it waits for no more
  const head = await readHead(socket);
  clearTimeout(timer);
  socket.destroy();
  return { status: head === null ? 0 : Number(head.first.split(' ')[1]), head };
}
