// The opening handshake of RFC 6455, from both ends.
import { createHash, randomBytes } from 'node:crypto';
import { faultOfAnswer } from './deflate.mjs';

const most = 16 * 1024;

export const acceptOf = (key) => createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

/** Returns the request of a client with changed headers. `undefined` removes a header. */
export function request(path, port, headers = {}, { method = 'GET', version = 'HTTP/1.1' } = {}) {
  const all = {
    Host: `127.0.0.1:${port}`, Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Version': '13', ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`);
  return { key: all['Sec-WebSocket-Key'], bytes: Buffer.from([`${method} ${path} ${version}`, ...lines, '', ''].join('\r\n')) };
}

export function response(key, headers = {}) {
  const all = { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Accept': acceptOf(key), ...headers };
  const lines = Object.entries(all).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
}

/** Reads the lines up to the empty one. Returns `null` if the connection ends before it. */
export function readHead(socket) {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const finish = (result) => {
      socket.off('data', read);
      socket.off('close', end);
      socket.pause();
      resolve(result);
    };
    const end = () => finish(null);
    const read = (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const at = bytes.indexOf('\r\n\r\n');
      if (at < 0 && bytes.length < most) return;
      if (at < 0) return finish(null);
      const [first, ...lines] = bytes.subarray(0, at).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim()]));
      finish({ first, headers, rest: bytes.subarray(at + 4) });
    };
    socket.on('data', read);
    socket.on('close', end);
    socket.resume();
  });
}

/** Returns the fault in a client's request; `undefined` if there is none. */
export function faultOfRequest(head) {
  const { first, headers } = head;
  if (!/^GET \S+ HTTP\/1\.1$/.test(first)) return `the first line ${first}`;
  if (!headers.host) return 'no host';
  if (headers.upgrade?.toLowerCase() !== 'websocket') return `upgrade: ${headers.upgrade}`;
  if (!/(^|,)\s*upgrade\s*(,|$)/i.test(headers.connection ?? '')) return `connection: ${headers.connection}`;
  if (headers['sec-websocket-version'] !== '13') return `version ${headers['sec-websocket-version']}`;
  if (Buffer.from(headers['sec-websocket-key'] ?? '', 'base64').length !== 16) return `key ${headers['sec-websocket-key']}`;
  return undefined;
}

/** Returns the fault in a server's response, if any. */
export function faultOfResponse(head, key, offers) {
  const { first, headers } = head;
  if (!/^HTTP\/1\.1 101 /.test(first)) return `the first line ${first}`;
  if (headers.upgrade?.toLowerCase() !== 'websocket') return `upgrade: ${headers.upgrade}`;
  if (headers.connection?.toLowerCase() !== 'upgrade') return `connection: ${headers.connection}`;
  if (headers['sec-websocket-accept'] !== acceptOf(key)) return `accept ${headers['sec-websocket-accept']}`;
  const extensions = headers['sec-websocket-extensions'];
  if (!extensions) return undefined;
  return offers ? faultOfAnswer(extensions, offers) : `extensions ${extensions}`;
}
