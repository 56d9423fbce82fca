// Runs the program's own client against node-opcua's server. The client itself checks that all values arrived.
import { check } from '../game/report.mjs';
import { until } from './driven.mjs';
import { Program } from './program.mjs';

const items = 1000;

export async function run(program) {
  const server = await Program.peer('--nodes', String(items), '--rate', '5000');
  for (const mode of ['before', 'pooled']) {
    const options = ['--items', String(items), '--mode', mode, '--seconds', '4', '--warm-up', '1', '--json'];
    const client = new Program('dotnet', [program, 'client', '--url', server.url, ...options]);
    const code = await client.exit;
    const figures = client.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    check(`the program, ${mode}: it found nothing wrong`, code === 0 && client.complaints === '', `${code} ${client.complaints}`);
    const notifications = figures.reduce((sum, one) => sum + one.notifications, 0);
    check(`the program, ${mode}: notifications came`, notifications > items, String(notifications));
  }

  const isEmpty = await until(async () => (await server.ask('state')).sessions === 0);
  check('the program: it leaves no session', isEmpty, JSON.stringify(await server.ask('state')));
  check('the program: the server ended well', (await server.end()) === 0, server.complaints);
}
