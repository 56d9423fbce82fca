// Scenarios of npm ws, at either end, for an echo peer. Each takes a socket, and reports the expectations that were not met.
import { randomBytes } from 'node:crypto';

const sample = 'Grüße, \u65e5\u672c\u8a9e, \u{10005}!';
const bytes = Buffer.from(sample);

export const scenarios = {
  'text in two fragments, cut at every byte': async (talk) => {
    for (let at = 0; at <= bytes.length; at++) inFragments(talk, bytes, [at]);
    const got = await talk.gets(bytes.length + 1);
    return got.length === bytes.length + 1 && got.every((one) => one === sample);
  },

  'text in three fragments, cut at every two bytes': async (talk) => {
    let count = 0;
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++, count++) inFragments(talk, bytes, [first, second]);
    }

    const got = await talk.gets(count);
    return got.length === count && got.every((one) => one === sample);
  },

  'pings between fragments of an octet': async (talk) => {
    for (let at = 0; at < bytes.length; at++) {
      talk.send(bytes.subarray(at, at + 1), { fin: at === bytes.length - 1, binary: false });
      if (at === bytes.length - 1) break;
      talk.socket.ping(`${at}`);
      await talk.until(`pong ${at}`, () => talk.pongs.includes(`${at}`)); // of several that wait, the newest is enough
    }

    return (await talk.gets(1))[0] === sample;
  },

  'binary with every byte': async (talk) => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    talk.send(all);
    const [got] = await talk.gets(1);
    return Buffer.isBuffer(got) && got.equals(all);
  },

  'text stays text and binary stays binary, in turns': async (talk) => {
    for (let i = 0; i < 100; i++) talk.send(i % 2 ? Buffer.from(`${i}`) : `${i}`);
    const got = await talk.gets(100);
    return got.every((one, i) => Buffer.isBuffer(one) === (i % 2 === 1) && one.toString() === `${i}`);
  },

  'every size around a change of the length\'s form': async (talk) => {
    const sizes = [0, 1, 2, 3, 124, 125, 126, 127, 128, 4095, 4096, 65534, 65535, 65536, 65537];
    const sent = sizes.map((size) => randomBytes(size));
    for (const one of sent) talk.send(one);
    const got = await talk.gets(sent.length);
    return got.length === sent.length && got.every((one, i) => sent[i].equals(one));
  },

  '1,000 messages in order': async (talk) => {
    const sent = Array.from({ length: 1000 }, (_, i) => `${i} ${'x'.repeat((i * 37) % 1000)}`);
    for (const one of sent) talk.send(one);
    const got = await talk.gets(1000);
    return got.length === 1000 && got.every((one, i) => one === sent[i]);
  },

  '1 MB of text and of binary': async (talk) => {
    const text = Array.from({ length: 150_000 }, (_, i) => `${i}ä`).join('').slice(0, 500_000); // not one that only shrinks
    const data = randomBytes(1024 * 1024 - 2);
    talk.send(text);
    await talk.gets(1);
    talk.send(data);
    const got = await talk.gets(2);
    return got[0] === text && data.equals(got[1]);
  },

  '1 MB in fragments of 4,000': async (talk) => {
    const data = randomBytes(1024 * 1024 - 2);
    inFragments(talk, data, Array.from({ length: Math.floor(data.length / 4000) }, (_, i) => (i + 1) * 4000), true);
    return data.equals((await talk.gets(1))[0]);
  },

  '100 MB: 1009': async (talk) => {
    talk.send(Buffer.alloc(100 * 1024 * 1024), () => {});
    return (await talk.closes()).code === 1009;
  },

  '100 MB in fragments of 64 KB: 1009': async (talk) => {
    const part = Buffer.alloc(64 * 1024);
    for (let i = 0; i < 1600 && talk.closed === null; i++) {
      talk.send(part, { fin: i === 1599, binary: true }, () => {});
      if (talk.socket.bufferedAmount > 1_000_000) await new Promise((resolve) => setTimeout(resolve, 1));
    }

    return (await talk.closes()).code === 1009;
  },

  ...Object.fromEntries([1000, 1001, 1003, 1011, 3000, 3999, 4000, 4999].map((code) => [`close with ${code} and a reason`, async (talk) => {
    talk.send('last');
    await talk.gets(1);
    const closed = await talk.close(code, 'enough');
    return closed.code === code || closed.code === 1000;
  }])),

  'close without a code': async (talk) => {
    talk.socket.close();
    return [1000, 1005].includes((await talk.closes()).code);
  },

  'death in the middle of a message': async (talk) => {
    talk.send('first', { fin: false });
    talk.socket.ping('still here');
    await talk.until('pong', () => talk.pongs.length > 0);
    talk.socket.terminate();
    await talk.closes();
    return true;
  },
};

function inFragments(talk, all, places, binary = false) {
  const starts = [0, ...places];
  for (const [i, start] of starts.entries()) talk.send(all.subarray(start, starts[i + 1]), { fin: i === starts.length - 1, binary });
}
