// Attacks with more peers than a hub admits, and with peers that vanish, for a hub with small limits and short timeouts.
import { connect } from 'node:net';
import { check, pause } from '../game/report.mjs';
import { Connection } from './connection.mjs';
import { encode, open, text } from './frames.mjs';
import { gone, many } from './floods.mjs';

export const perAddress = 40;
export const inAll = 120;
const seconds = 10; // of silence until a ping, and then until the end: a bystander on a busy machine is not silent
const handshake = 20; // seconds
const patience = 6 * seconds * 1000;
export const options = [
  '--per-address', perAddress, '--connections', inAll, '--timeout', seconds, '--handshake', handshake].map(String);

const address = (n) => (process.platform === 'darwin' ? '127.0.0.1' : `127.0.0.${n}`);

export const crowds = {
  'connections of one address': async ({ server, rest }) => {
    const { links, refused } = await crowd(server, perAddress + 60, () => address(2));
    check('one address: as many as it may', links.length === perAddress, String(links.length));
    const areTold = refused.every((status) => [429, 503].includes(status));
    check('one address: the others are told 429 or 503', areTold, [...new Set(refused)].join());
    const other = await Connection.dial(server.port, { from: address(3) }).catch((error) => error);
    check('one address: another one is let in', other instanceof Connection, other.message);
    await Promise.all([...links, other].map((link) => link.shut?.()));
    await rest();
    const again = await Connection.dial(server.port, { from: address(2) }).catch((error) => error);
    check('one address: it may come back', again instanceof Connection, again.message);
    await again.shut?.();
  },

  'connections of all addresses': async ({ server, rest }) => {
    const { links, refused } = await crowd(server, inAll + 60, (i) => address(10 + (i % 20)));
    await pause(500); // some had to give up their places
    const left = links.filter((link) => !link.hasEnded);
    check('all addresses: no more than in all', left.length <= inAll && left.length >= inAll - 10, String(left.length));
    const areTold = refused.every((status) => [503, 'handshake: no answer'].includes(status));
    check('all addresses: the others are told 503', areTold && refused.includes(503), [...new Set(refused)].join());
    gone(links);
    await rest();
    const again = await Connection.dial(server.port, { from: address(11) }).catch((error) => error);
    check('all addresses: they may come back', again instanceof Connection, again.message);
    await again.shut?.();
  },

  'three addresses that take all sockets': async ({ server, rest }) => {
    const crowds = await Promise.all([2, 3, 4].map((n) => crowd(server, perAddress, () => address(n))));
    const newcomers = await crowd(server, 15, (i) => address(20 + i));
    await pause(500);
    const alive = newcomers.links.filter((link) => !link.hasEnded);
    console.log(`  ${alive.length} of 15 newcomers were let in`);
    check('three addresses: newcomers are let in', alive.length === 15, `${alive.length} ${[...new Set(newcomers.refused)].join()}`);
    const left = crowds.map(({ links }) => links.filter((link) => !link.hasEnded).length);
    check('three addresses: each has given up its part', Math.max(...left) - Math.min(...left) <= 1, left.join());
    for (const { links } of [...crowds, newcomers]) gone(links);
    await rest();
  },

  'five addresses that open connections and say nothing': async ({ server, rest }) => {
    let newcomers;
    // again if a busy machine took too long
    for (let i = 0; i < 4 && !newcomers; i++) newcomers = await besideHalfOpen(server);
    const count = newcomers?.count ?? 0;
    console.log(`  ${count} of 15 newcomers were let in`);
    check('half-open: newcomers are let in', count === 15, `${count} ${[...new Set(newcomers?.refused ?? [])].join()}`);
    await rest();
  },

  'peers that are there no more': async ({ server }) => {
    const links = await many(20, (i) => Connection.dial(server.port, { from: address(2), path: i % 2 ? '/echo' : '/broadcast' }));
    for (const link of links) link.isMute = true;
    await Promise.all(links.map((link) => link.until(() => link.isOver, patience)));
    const unasked = links.filter((link) => link.pings === 0);
    check('half-open: each was asked', unasked.length === 0, `${unasked.length} were not`);
    check('half-open: each is ended', links.every((link) => link.isOver), `${links.filter((link) => !link.isOver).length} are not`);
    gone(links);
  },

  'peers that answer, and say nothing else': async ({ server }) => {
    const links = await many(10, () => Connection.dial(server.port, { from: address(2) }));
    await pause(3 * seconds * 1000);
    check('idle: they stay', links.every((link) => !link.isOver && link.pings > 0), links.map(({ closed }) => closed?.code).join());
    await Promise.all(links.map((link) => link.shut()));
  },

  'peers that stop in the middle of a frame': async ({ server }) => {
    const links = await many(20, () => Connection.dial(server.port, { from: address(2) }));
    for (const [i, link] of links.entries()) {
      link.isMute = true;
      const bytes = encode(text('x'.repeat(1000), i % 2 ? open : {}), true);
      link.write(bytes.subarray(0, [1, 2, 5, 8, 500][i % 5]));
    }

    await Promise.all(links.map((link) => link.until(() => link.isOver, patience)));
    check('half a frame: each is ended', links.every((link) => link.isOver), `${links.filter((link) => !link.isOver).length} are not`);
    gone(links);
  },
};

/**
 * Lets newcomers come beside connections that say nothing.
 * `undefined` if not all have an answer before the first of these are timed out.
 */
async function besideHalfOpen(server) {
  const sockets = [];
  const line = 'GET /echo HTTP/1.1\r\n';
  for (let i = 0; i < 750; i++) {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: address(2 + (i % 5)), noDelay: true });
    socket.on('error', () => {});
    socket.write(line);
    sockets.push(socket.resume());
  }

  await pause(1000); // the others wait behind them
  const coming = crowd(server, 15, (i) => address(20 + i));
  const newcomers = await Promise.race([coming, pause((handshake - 2) * 1000)]); // then the first are timed out
  const result = newcomers && { count: newcomers.links.filter((link) => !link.hasEnded).length, refused: newcomers.refused };
  coming.then(({ links }) => gone(links)); // also those who are let in later
  for (const socket of sockets) socket.destroy();
  return result;
}

async function crowd(server, count, from) {
  const refused = [];
  const tried = await many(count, (i) => Connection.dial(server.port, { from: from(i) }).catch((error) => {
    refused.push(error.status ?? error.message);
    return null;
  }));
  return { links: tried.filter((link) => link !== null), refused };
}
