// Plays on both servers of the sample with a bot that shares no code with them, next to the sample's own bots, misbehaves in every way,
// then floods them.
// usage: node check.mjs <Pooling.Samples.Apps.GameServer.dll>; the last line is "Passed: N, Failed: N".
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Bot, CLEAR, ENCRYPTED, types } from './bot.mjs';
import { besiege } from './hostile.mjs';
import { check, counts, pause } from './report.mjs';

const program = process.argv[2];

// The packets that end a connection, and the reason that the server must give.
const offences = {
  'a tampered tag': ['BAD_TAG', (bot) => {
    const frame = bot.sealed('Ping', { token: 1 });
    frame[frame.length - 1] ^= 1;
    bot.sendRaw(frame);
  }],
  'a packet under another header': ['BAD_TAG',
    (bot) => bot.sendRaw(bot.frame(types.Chat, ENCRYPTED, bot.outgoing.seal(types.Ping, ENCRYPTED, Buffer.alloc(0))))],
  'an oversized length': ['FRAME_TOO_LONG', (bot) => bot.sendRaw(Buffer.from([0xff, 0xff, 0xff, 0x7f]))],
  'a length that does not end': ['FRAME_TOO_LONG', (bot) => bot.sendRaw(Buffer.alloc(16, 0xff))],
  'an empty frame': ['MALFORMED', (bot) => bot.sendRaw(Buffer.from([0]))],
  'a frame that is no packet': ['MALFORMED', (bot) => bot.sendRaw(Buffer.from([3, 0xff, 0xff, 0xff]))],
  'a payload that is no input': ['MALFORMED', (bot) => bot.sendRaw(bot.sealedAs(types.Input, Buffer.from([8])))],
  'an unknown opcode': ['UNKNOWN_OPCODE', (bot) => bot.sendRaw(bot.sealedAs(0x2fff, Buffer.alloc(0)))],
  'a server opcode': ['UNKNOWN_OPCODE', (bot) => bot.sendRaw(bot.sealedAs(types.StateAck, Buffer.alloc(0)))],
  'a replay': ['REPLAY', (bot) => {
    const frame = bot.sealed('Ping', { token: 1 });
    bot.sendRaw(Buffer.concat([frame, frame]));
  }],
  'a gap in the nonces': ['OUT_OF_ORDER', (bot) => {
    bot.sealed('Ping', { token: 1 }); // not sent
    bot.send('Ping', { token: 2 });
  }],
  'a key that is renewed at once': ['EARLY_REKEY', (bot) => {
    bot.send('Ping', { token: 1 });
    bot.outgoing.rekey();
    bot.send('Ping', { token: 2 });
  }],
  'a second hello': ['NOT_ALLOWED', (bot) => bot.sendRaw(bot.hello)],
  'a text that writes from right to left': ['BAD_TEXT', (bot) => bot.send('Chat', { text: 'gold \u202Eelbuod' })],
  'a text with control characters': ['BAD_TEXT', (bot) => bot.send('Chat', { text: 'a\r\nserver: b' })],
  'a wire type that is none': ['MALFORMED', (bot) => bot.sendRaw(Buffer.from([1, 0x0e]))],
  'a second login': ['NOT_ALLOWED', (bot) => bot.send('Login', { name: 'again' })],
  'a clear packet': ['NOT_ALLOWED', (bot) => bot.sendRaw(bot.frame(types.Ping, CLEAR, Buffer.alloc(0)))],
  'a chat text that is too long': ['MALFORMED', (bot) => bot.send('Chat', { text: 'x'.repeat(201) })],
  'a flood of inputs': ['FLOODING', (bot) => bot.sendRaw(Buffer.concat(Array.from({ length: 4000 }, () => bot.stepFrame(1, 1))))],
  'a flood of chat': ['FLOODING',
    (bot) => bot.sendRaw(Buffer.concat(Array.from({ length: 40 }, (_, i) => bot.sealed('Chat', { text: `${i}` }))))],
};

async function handshakeOffences(port, mode) {
  const early = new Bot(port, 'early');
  await early.handshake();
  early.send('Ping', { token: 1 });
  await early.ended;
  check(`${mode}: a ping before the login`, early.reason === 'NOT_ALLOWED', early.reason);

  const stranger = new Bot(port, 'stranger');
  await stranger.handshake();
  stranger.send('Login', { name: 'stranger', confirmation: Buffer.alloc(32) });
  await stranger.ended;
  check(`${mode}: a login without the keys`, stranger.reason === 'BAD_HANDSHAKE', stranger.reason);

  const offCurve = new Bot(port, 'off-curve');
  const point = Buffer.alloc(65, 7);
  point[0] = 4;
  offCurve.sendRaw(offCurve.frame(types.Hello, 2,
    Buffer.concat([Buffer.from([0x0a, 65]), point, Buffer.from([0x12, 32]), Buffer.alloc(32)])));
  await offCurve.ended;
  check(`${mode}: a point that is not on the curve`, offCurve.reason === 'BAD_HANDSHAKE', offCurve.reason);

  const old = new Bot(port, 'old');
  old.sendRaw(Buffer.from([11, 0x0a, 9, 8, 0x80, 0x20, 0x10, 2, 0x18, 1, 0x20, 9])); // a hello of version 9
  await old.ended;
  check(`${mode}: another version`, old.reason === 'WRONG_VERSION', old.reason);
}

async function walk(port, mode) {
  const bot = new Bot(port, 'node');
  await bot.login();
  for (let i = 0; i < 200; i++) {
    bot.step(((i * 37) % 81) - 40, ((i * 53) % 81) - 40);
    if (i % 10 === 9) await bot.until('answers', () => bot.acks === i + 1); // of more at once, a busy server lets the oldest give way
  }

  check(`${mode}: positions equal the inputs, added up`, bot.wrongAcks === 0, `${bot.wrongAcks} of ${bot.acks}`);
  bot.send('Ping', { token: '1234567890123456789' });
  await bot.until('a pong', () => bot.pongs.length > 0);
  check(`${mode}: the pong has the ping's token`, bot.pongs[0] === '1234567890123456789', bot.pongs[0]);
  return bot;
}

const bytesOfAStep = 44; // more or less: where the second frame begins does not matter

// Checks the same session with every byte sent alone, and then with all frames in one piece.
async function chunks(port, mode) {
  const split = new Bot(port, 'split', { write: (socket, bytes) => { for (const byte of bytes) socket.write(Buffer.from([byte])); } });
  await split.login();
  for (let i = 0; i < 5; i++) split.step(3, -2);
  await split.until('answers', () => split.acks === 5);
  check(`${mode}: frames in pieces of one byte`, split.wrongAcks === 0);
  await split.close();

  const cut = new Bot(port, 'cut');
  await cut.login();
  const length = bytesOfAStep;
  for (let at = 1; at < length; at++) {
    const frame = Buffer.concat([cut.stepFrame(2, 1), cut.stepFrame(-1, 1)]);
    cut.socket.write(frame.subarray(0, at));
    await pause(1);
    cut.socket.write(frame.subarray(at));
  }

  await cut.until('answers', () => cut.acks === 2 * (length - 1));
  check(`${mode}: frames cut at each of ${length} bytes`, cut.wrongAcks === 0);

  const merged = Buffer.concat(Array.from({ length: 60 }, (_, i) => cut.stepFrame(i % 7, -(i % 5))));
  const before = cut.acks;
  cut.sendRaw(merged);
  await cut.until('answers', () => cut.acks === before + 60);
  check(`${mode}: 60 frames in one piece`, cut.wrongAcks === 0);
  await cut.close();
}

// Checks that the bot rejects the server's answer a second time and an unencrypted end, which an attacker on the path can forge.
async function lies(port, mode) {
  for (const what of ['the answer again', 'an end in clear']) {
    const bot = new Bot(port, `believer ${what.split(' ')[1]}`);
    let answer;
    bot.socket.prependListener('data', (chunk) => { answer ??= chunk; });
    await bot.login();
    bot.onData(what === 'the answer again' ? answer : bot.frame(types.Disconnect, CLEAR, Buffer.from([8, 14])));
    check(`${mode}: a client does not believe ${what}`, bot.fault !== null && bot.reason === null && bot.outgoing.counter > 0n, bot.fault);
    await bot.close();
  }
}

// Checks that names that look alike are refused.
async function names(port, mode) {
  const first = new Bot(port, 'Zo\u00eb');
  await first.login();
  for (const [name, reason] of [['ZO\u00cb', 'NAME_TAKEN'], ['Zoe\u0308', 'BAD_TEXT'],
      ['Zo\u00eb\u200b', 'BAD_TEXT'], ['\u202eeoZ', 'BAD_TEXT'], ['', 'MALFORMED']]) {
    const second = new Bot(port, name);
    await second.login().catch(() => {});
    await second.ended;
    check(`${mode}: the name ${JSON.stringify(name)}`, second.reason === reason, `${second.reason} in place of ${reason}`);
  }

  await first.close();
}

// Checks that both ends continue with a new key after a thousand packets.
async function renew(port, mode) {
  const bot = new Bot(port, 'renewer');
  await bot.login();
  for (let sent = 0; sent < 1010; sent++) {
    if (bot.outgoing.counter === 1000n) bot.outgoing.rekey();
    bot.send('Ping', { token: sent });
    if (sent % 30 === 29) await bot.until('pongs', () => bot.pongs.length > sent);
  }

  await bot.until('pongs', () => bot.pongs.length === 1010);
  check(`${mode}: both ends renewed their keys`, bot.incoming.epoch === 1 && bot.outgoing.epoch === 1,
    `${bot.incoming.epoch} ${bot.outgoing.epoch}`);
  await bot.close();
}

async function play(mode) {
  const server = spawn('dotnet', [program, 'serve', '--mode', mode, '--port', '0', '--controlled', '--json', '--rekey-after', '1000',
    '--silence', '3600'],
    { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout });
  const [line] = await once(lines, 'line');
  const port = Number(line.split(':').pop());

  // The sample's own bots play meanwhile, and must not be affected.
  const others = spawn('dotnet', [program, 'bots', '--server', `127.0.0.1:${port}`, '--count', '10', '--chat', '3', '--seconds', '12',
    '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let report = '';
  others.stdout.on('data', (chunk) => { report += chunk; });
  const othersExit = once(others, 'exit');

  const bot = await walk(port, mode);
  await bot.until('a chat text of another bot', () => bot.chats.some((chat) => chat.name.startsWith('bot-')));
  bot.send('Chat', { text: 'héllo from Node \u{10005}' });
  await bot.until('its own chat text',
    () => bot.chats.some((chat) => chat.entity === bot.entity && chat.text === 'héllo from Node \u{10005}'));
  const renewed = renew(port, mode);
  await chunks(port, mode);
  await handshakeOffences(port, mode);
  await lies(port, mode);
  await names(port, mode);
  for (const [what, [reason, commit]] of Object.entries(offences)) {
    const offender = new Bot(port, 'offender');
    await offender.login();
    commit(offender);
    await Promise.race([offender.ended, pause(60_000)]);
    check(`${mode}: ${what}`, offender.reason === reason, `${offender.reason} in place of ${reason}`);
    await offender.close();
  }

  await renewed;
  const [code] = await othersExit;
  check(`${mode}: the others went on`, code === 0, report);
  const others10 = JSON.parse(report);
  check(`${mode}: the others saw right`, others10.wrongAcks === 0 && others10.wrongPositions === 0 && others10.chatGaps === 0, report);
  const numbers = bot.chats.map((chat) => chat.number);
  check(`${mode}: no chat text was lost`, numbers.every((number, i) => i === 0 || number === numbers[i - 1] + 1), numbers.join(' '));
  check(`${mode}: the bot went on`, bot.reason === null && !bot.socket.destroyed, bot.reason);

  server.stdin.end();
  await Promise.race([bot.ended, pause(60_000)]);
  check(`${mode}: a server that ends says so`, bot.reason === 'SHUTDOWN', bot.reason);
  const [exit] = await once(server, 'exit');
  check(`${mode}: the server ended well`, exit === 0, String(exit));
}

async function attempt(mode, act) {
  try {
    await act(mode);
  } catch (error) {
    check(`${mode}: to the end`, false, error.stack);
  }
}

await Promise.all(['pooled', 'before'].map((mode) => attempt(mode, play)));
for (const mode of ['pooled', 'before']) await attempt(mode, (which) => besiege(program, which)); // one after the other: these are measured

console.log(`Passed: ${counts.passed}, Failed: ${counts.failed}`);
process.exit(counts.failed === 0 ? 0 : 1);
