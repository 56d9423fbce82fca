// Checks the modes of Basic256Sha256 with node-opcua at the other end.
import { rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../game/report.mjs';
import { until } from './driven.mjs';
import { part } from './examine.mjs';
import { connectTo, opcua, securities } from './peer.mjs';
import { Program } from './program.mjs';
import { Watch } from './watch.mjs';

const { AttributeIds } = opcua;
const modes = Object.keys(securities);
const items = 500;
const nodes = Array.from({ length: items }, (_, i) => `ns=2;i=${i + 1}`);

export async function secured(program) {
  const folder = await mkdtemp(join(tmpdir(), 'opcua-certificates-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const certificates = ['--certificates', folder];

  const server = await Program.serve(program, '--nodes', String(items), '--rate', '2000', '--security', modes.join(), '--accept-any',
    ...certificates);
  const rights = statSync(join(folder, 'server', 'own', 'private.pem')).mode & 0o777;
  check('secured: the private key is its owner\'s only', process.platform === 'win32' || rights === 0o600, rights.toString(8));
  await part('secured: endpoints', () => endpoints(server.url));
  for (const mode of modes) await part(`secured: a foreign client, ${mode}`, () => values(`a foreign client, ${mode}`, server.url, mode));
  await part('secured: a foreign client, renewals', () => renewals(server.url));
  const isEmpty = await until(async () => {
    const { connections, sessions, outstanding } = await server.statistics();
    return connections === 0 && sessions === 0 && outstanding === 0;
  });
  check('secured: nothing is left at the server', isEmpty, JSON.stringify(await server.statistics()));
  check('secured: the server ended well', (await server.end()) === 0, server.complaints);

  await part('secured: a client that is not trusted', () => untrusted(program, certificates));
  await part('secured: our client', () => ours(program, certificates));
}

async function endpoints(url) {
  const client = await connectTo(url);
  const found = await client.getEndpoints();
  const named = found.map(({ securityMode, securityPolicyUri }) => `${securityMode} ${securityPolicyUri}`);
  check('secured: endpoints of each mode',
    named.join() === modes.map((mode) => `${securities[mode].mode} ${securities[mode].policy}`).join(), named.join());
  await client.disconnect();
}

async function values(what, url, security) {
  for (const bufferSize of [undefined, 8192]) {
    const client = await connectTo(url, { security, bufferSize });
    const session = await client.createSession();
    const watch = new Watch(session);
    await watch.subscribe(nodes, { queueSize: 100 });
    const came = await until(() => watch.notifications > 3 * items);
    check(`${what}, ${bufferSize ?? 'any'} bytes: values come`, came, String(watch.notifications));
    const read = await session.read(nodes.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value })));
    check(`${what}, ${bufferSize ?? 'any'} bytes: what is read is notified`, await watch.sees(read), String(watch.notSeen(read).length));
    check(`${what}, ${bufferSize ?? 'any'} bytes: no gaps`, watch.gaps === 0, String(watch.gaps));
    await session.close();
    await client.disconnect();
  }
}

async function renewals(url) {
  const what = 'a foreign client, renewals';
  const client = await connectTo(url, { security: 'sign-encrypt', defaultSecureTokenLifetime: 12_000 });
  let renewed = 0;
  let lost = 0;
  client.on('security_token_renewed', () => renewed++);
  client.on('connection_lost', () => lost++);
  const session = await client.createSession();
  const watch = new Watch(session);
  await watch.subscribe(nodes, { queueSize: 1000 });
  const isRenewed = await until(() => renewed >= 2);
  check(`${what}: the channel is renewed`, isRenewed, String(renewed));
  const read = await session.read(nodes.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value })));
  check(`${what}: what is read is notified`, await watch.sees(read), String(watch.notSeen(read).length));
  const broken = watch.received.filter((all) => all.some(({ value }, i) => i > 0 && value.value !== all[i - 1].value.value + 1));
  check(`${what}: none is missing`, broken.length === 0 && watch.gaps === 0, `${broken.length} ${watch.gaps}`);
  check(`${what}: the connection stays`, lost === 0, String(lost));
  await session.close();
  await client.disconnect();
}

async function untrusted(program, certificates) {
  const server = await Program.serve(program, '--nodes', '10', '--rate', '0', '--security', 'sign-encrypt', ...certificates);
  const refusal = async (options) => {
    const client = await connectTo(server.url, { maxRetry: 0, ...options }).catch((error) => error);
    if (client instanceof Error) return client.message;
    const answer = await client.createSession().then(() => 'none', (error) => error.message);
    await client.disconnect();
    return answer;
  };
  const secure = await refusal({ security: 'sign-encrypt' });
  check('secured: a client that is not trusted is refused', secure !== 'none', secure);
  const plain = await refusal({});
  check('secured: a client without security gets no session', plain !== 'none', plain);
  check('secured: the server that refused ended well', (await server.end()) === 0, server.complaints);
}

async function ours(program, certificates) {
  const server = await Program.peer('--nodes', String(items), '--rate', '500', '--security', modes.join(), '--lifetime', '10000');
  await Promise.all(modes.map(async (security) => {
    const client = new Program('dotnet', [program, 'client', '--url', server.url, '--items', String(items), '--seconds', '9',
      '--warm-up', '1', '--json', '--security', security, '--accept-any', ...certificates]);
    const code = await client.exit;
    const figures = client.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    const notifications = figures.reduce((sum, one) => sum + one.notifications, 0);
    check(`our client, ${security}: it found nothing wrong`, code === 0 && client.complaints === '', `${code} ${client.complaints}`);
    check(`our client, ${security}: notifications came`, notifications > items, String(notifications));
  }));
  const isEmpty = await until(async () => (await server.ask('state')).sessions === 0);
  check('our client, secured: it leaves no session', isEmpty, JSON.stringify(await server.ask('state')));
  check('our client, secured: the server ended well', (await server.end()) === 0, server.complaints);
}
