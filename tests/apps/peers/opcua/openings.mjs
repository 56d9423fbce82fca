// Secured channels that are opened without the key of the certificate: each would cost the server milliseconds.
import { createHash, randomBytes } from 'node:crypto';
import { check } from '../game/report.mjs';
import { Writer } from './bytes.mjs';
import { all, end, ended, many, othersGetIn, patience } from './crowd.mjs';
import { connectTo, opcua, securities } from './peer.mjs';
import { frame } from './wire.mjs';

const busy = 0x807d0000;
const failed = 0x80130000;
const milliseconds = 5000;
const atOnce = 250; // fewer than an address may have without a session, and more than the server decrypts in a second

export const openings = {
  'openings that need the key': async ({ attacker, server }) => {
    const what = 'openings that need the key';
    const certificate = await certificateOf(server.url);
    const answers = {};
    let count = 0;
    const start = performance.now();
    const isEnough = () => performance.now() > start + (answers[busy] > 0 ? milliseconds : patience);
    for (; !isEnough(); count += atOnce) {
      const wires = many(atOnce, () => attacker());
      const isThere = await all(wires, (wire) => wire.acknowledged().then(() => true, () => false));
      await all(wires.filter((_, i) => isThere[i]), async (wire) => {
        wire.write(opening(certificate));
        await wire.closes(20_000);
        answers[wire.error] = (answers[wire.error] ?? 0) + 1;
      });
      await end(wires);
    }

    const seconds = (performance.now() - start) / 1000;
    console.log(`${what}: ${count} in ${seconds.toFixed(1)} s, ${answers[failed] ?? 0} were decrypted, ${answers[busy] ?? 0} refused before`);
    check(`${what}: one answer to all that are wrong`, answers[failed] > 0, JSON.stringify(answers));
    check(`${what}: most are refused without the key`, answers[busy] > 0 && answers[failed] <= 100 * (seconds + 3),
      JSON.stringify(answers));
    await othersGetIn(what, server);
    await securedGetsIn(what, server);
  },

  'openings for somebody else': async ({ attacker, server }) => {
    const what = 'openings for somebody else';
    const certificate = await certificateOf(server.url);
    for (const [name, bytes, error] of [
      ['another thumbprint', opening(certificate, { thumbprint: randomBytes(20) }), 0x80120000],
      ['a certificate that is none', opening(certificate, { sender: randomBytes(900) }), failed],
      ['half a block', opening(certificate, { length: 300 }), failed],
      ['no block', opening(certificate, { length: 0 }), failed],
    ]) {
      const wire = await ended(async () => {
        const made = attacker();
        await made.acknowledged();
        made.write(bytes);
        return made;
      });
      check(`${what}: ${name}`, wire.error === error, String(wire.error?.toString(16)));
      await wire.close();
    }
  },
};

/** Returns an OPN with a certificate and arbitrary bytes in place of the encrypted part. */
function opening(certificate, { thumbprint, sender = certificate, length = 512 } = {}) {
  const body = new Writer().u32(0).string(securities.sign.policy).bytes(sender)
    .bytes(thumbprint ?? createHash('sha1').update(certificate).digest());
  const block = randomBytes(length);
  for (let at = 0; at < length; at += 256) block[at] = 0; // less than any modulus
  return frame('OPN', body.raw(block).end());
}

async function certificateOf(url) {
  const client = await connectTo(url);
  const endpoints = await client.getEndpoints();
  await client.disconnect();
  return endpoints.find(({ securityMode }) => securityMode === opcua.MessageSecurityMode.Sign).serverCertificate;
}

async function securedGetsIn(what, server) {
  const client = await connectTo(server.url, { security: 'sign-encrypt' });
  const session = await client.createSession();
  const read = await session.read({ nodeId: 'ns=2;i=1', attributeId: opcua.AttributeIds.Value });
  check(`${what}: a secured client of another address gets in`, read.statusCode.value === 0, String(read.statusCode));
  await session.close();
  await client.disconnect();
}
