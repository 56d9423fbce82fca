// Hostile clients that share no code with the sample: floods of recorded hellos, of chat and of connections, and players who want
// to be faster than others. All of it goes to this machine only, and is bounded in count and time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Bot } from './bot.mjs';
import { check, pause, processorSeconds, quantile } from './report.mjs';

const FLOOD_SECONDS = 5;
const FLOODS = 4; // at most
const ELSEWHERE = '127.0.0.2';
const milliseconds = () => Number(process.hrtime.bigint()) / 1e6;

export async function besiege(program, mode) {
  const server = spawn('dotnet', [program, 'serve', '--mode', mode, '--port', '0', '--controlled', '--json', '--silence', '3600'],
    { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout });
  const [line] = await once(lines, 'line');
  const port = Number(line.split(':').pop());
  const seconds = [];
  lines.on('line', (text) => { if (text.startsWith('{')) seconds.push(JSON.parse(text)); });

  const players = await Promise.all(Array.from({ length: 20 }, (_, i) => join(port, `player ${i}`)));
  await floodOfHellos(port, mode, server, players, seconds);
  await floodOfChat(port, mode, players);
  await floodOfConnections(port, mode);
  await haste(port, mode);
  check(`${mode}: nobody who played was thrown out`,
    players.every((player) => player.reason === null && !player.socket.destroyed),
    players.map((player) => player.reason ?? player.fault).join(' '));

  for (const player of players) await player.close();
  server.stdin.end();
  const [exit] = await once(server, 'exit');
  check(`${mode}: the besieged server ended well`, exit === 0, String(exit));
}

async function join(port, name, options) {
  const player = new Bot(port, name, options);
  await player.login();
  return player;
}

// Sends pings by all players for a while, and returns the duration of each.
async function pings(players, duration) {
  const times = [];
  const end = milliseconds() + duration;
  while (milliseconds() < end) {
    await Promise.all(players.map(async (player) => {
      const start = milliseconds();
      const before = player.pongs.length;
      player.send('Ping', { token: 1 });
      await player.until('a pong', () => player.pongs.length > before);
      times.push(milliseconds() - start);
    }));
    await pause(50);
  }

  return times;
}

// On a slow machine, at most twice the processor time of the clients, which only send hellos.
const isCheap = ({ server, flood }) => server < Math.max(0.7, 2 * flood);

const isUnfelt = ({ worst, quiet }) => worst <= 100 + 3 * quiet;

// Repeats a flood that cost much or affected the players, because other programs of the machine affect both, too.
// The checks fail if the last one still did.
async function floodOfHellos(port, mode, server, players, seconds) {
  const recorded = new Bot(port, 'recorded');
  await recorded.handshake();
  await recorded.close();
  let felt;
  for (let i = 0; i < FLOODS; i++) {
    felt = await oneFlood(port, recorded.hello, mode, server, players, seconds);
    // the rate and the burst of one address
    check(`${mode}: few hellos are answered`, felt.answered <= 50 + 50 * (felt.seconds + 1), String(felt.answered));
    check(`${mode}: whoever is refused can come back`, await comesBack(port));
    if (isCheap(felt) && isUnfelt(felt)) break;
  }

  check(`${mode}: a flood of hellos costs little`, isCheap(felt), `${felt.server.toFixed(2)} processors`);
  check(`${mode}: players do not feel a flood of hellos`, isUnfelt(felt),
    `${felt.worst.toFixed(1)} ms, ${felt.quiet.toFixed(1)} ms without it`);
}

async function oneFlood(port, hello, mode, server, players, seconds) {
  const flood = spawn('node', [fileURLToPath(new URL('flood.mjs', import.meta.url)),
    String(port), hello.toString('hex'), '1028', String(FLOOD_SECONDS)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: flood.stdout });
  await once(lines, 'line');

  const before = quantile(await pings(players, 2000), 0.99);
  const start = { server: processorSeconds(server.pid), own: process.cpuUsage(), time: milliseconds(), lines: seconds.length };
  flood.stdin.write('go\n');
  const finished = once(lines, 'line');
  const worst = quantile(await pings(players, FLOOD_SECONDS * 1000 - 500), 0.99);
  const [text] = await finished;
  const result = JSON.parse(text);
  const wall = (milliseconds() - start.time) / 1000;
  const own = process.cpuUsage(start.own);
  const shares = {
    server: (processorSeconds(server.pid) - start.server) / wall,
    flood: (result.processor.user + result.processor.system) / 1e6 / result.seconds,
    players: (own.user + own.system) / 1e6 / wall,
  };
  const during = seconds.slice(start.lines);
  const overruns = during.reduce((sum, second) => sum + second.overruns, 0);
  const ticks = during.reduce((sum, second) => sum + second.ticks, 0);
  const after = quantile(await pings(players, 2000), 0.99);
  console.log(`${mode}: ${(result.tried / result.seconds).toFixed(0)} hellos a second for ${result.seconds.toFixed(1)} s: `
    + `${result.answered} answered, ${result.refused} refused, ${result.ended - result.answered - result.refused} closed; `
    + `ping 99 % ${worst.toFixed(1)} ms (before the flood ${before.toFixed(1)}, after it ${after.toFixed(1)}); `
    + `${overruns} of ${ticks} ticks too long; `
    + `processors: server ${shares.server.toFixed(2)}, flood ${shares.flood.toFixed(2)}, players ${shares.players.toFixed(2)}`);
  return { answered: result.answered, seconds: result.seconds, ...shares, worst, quiet: Math.max(before, after) };
}

async function comesBack(port) {
  for (let i = 0; i < 100; i++) {
    const player = new Bot(port, 'back again');
    try {
      await player.login();
      return true;
    } catch {
      await pause(200);
    } finally {
      await player.close();
    }
  }

  return false;
}

// Checks that all players receive all texts if forty players send as many as they may at once.
async function floodOfChat(port, mode, players) {
  const talkers = [];
  for (let i = 0; i < 40; i++) talkers.push(await join(port, `talker ${i}`));
  const heard = players[0].chats.length;
  const texts = talkers.map((talker) =>
    Buffer.concat(Array.from({ length: 10 }, (_, i) => talker.sealed('Chat', { text: `${talker.name} ${i}` }))));
  talkers.forEach((talker, i) => talker.sendRaw(texts[i])); // all at once
  await players[0].until('all texts', () => players[0].chats.length >= heard + 400);
  await Promise.all(players.map((player) => player.until('all texts', () => player.chats.length >= 400)));
  const said = players[0].chats.slice(heard);
  check(`${mode}: what may be said is heard`, new Set(said.map((chat) => chat.text)).size === 400, `${said.length} texts`);
  check(`${mode}: nobody waits behind one who says much`,
    new Set(said.slice(0, 40).map((chat) => chat.name)).size > 20,
    said.slice(0, 40).map((chat) => chat.name).join(' '));
  check(`${mode}: who says what it may stays`,
    talkers.every((talker) => talker.reason === null && !talker.socket.destroyed),
    talkers.map((talker) => talker.reason).join(' '));
  for (const talker of talkers) await talker.close();

  const start = milliseconds();
  const before = players[0].chats.length;
  for (let i = 0; i < 30; i++) { // the same one, under other names
    const talker = await join(port, `again ${i}`);
    talker.sendRaw(Buffer.concat(Array.from({ length: 10 }, (_, k) => talker.sealed('Chat', { text: `${i} ${k}` }))));
    await talker.until('its texts', () => talker.refused + talker.chats.length >= 10).catch(() => {});
    await talker.close();
  }

  const most = 10 * (players.length + 1) * (2 + (milliseconds() - start) / 1000);
  check(`${mode}: coming again does not make it louder`, players[0].chats.length - before <= most,
    `${players[0].chats.length - before} of 300, ${most.toFixed(0)} permitted`);
}

// Checks that a player from another address is admitted while one address opens silent connections.
async function floodOfConnections(port, mode) {
  const sockets = Array.from({ length: 400 }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.on('data', () => {});
    return socket;
  });
  await pause(500);
  const guest = await join(port, 'guest', { from: ELSEWHERE }).catch((error) => error);
  check(`${mode}: one address leaves places for others`, guest instanceof Bot, String(guest));
  await Promise.race([Promise.all(sockets.map((socket) => socket.destroyed || once(socket, 'close'))), pause(60_000)]);
  check(`${mode}: who says nothing is not kept`, sockets.every((socket) => socket.destroyed),
    `${sockets.filter((socket) => !socket.destroyed).length} are`);
  for (const socket of sockets) socket.destroy();
  if (guest instanceof Bot) await guest.close();
}

// Checks that a player who sends steps as fast as possible does not move faster.
async function haste(port, mode) {
  const runner = await join(port, 'runner');
  const start = milliseconds();
  runner.sendRaw(Buffer.concat(Array.from({ length: 400 }, () => runner.stepFrame(1, 1))));
  await runner.until('the last answer', () => runner.acked === 400);
  const took = (milliseconds() - start) / 1000;
  check(`${mode}: who sends more goes no faster`, took >= (400 - 30) / 120 - 0.3, `400 steps in ${took.toFixed(2)} s`);
  check(`${mode}: who sends more goes where it steps`, runner.wrongAcks === 0);
  await runner.close();
}
