// Tests the sample against node-opcua: its client with our server, its server with our client.
// usage: node check.mjs <Pooling.Samples.Apps.OpcUa.dll> [<Pooling.OpcUa.Driver.dll>]; with --client in place of the first only our client is checked,
// with --self node-opcua by itself, which shows that the checks of a server are right. The driver takes steps as lines of JSON; without
// it only the program's own client is checked.
// The last line is "Passed: N, Failed: N".
import { check, counts } from '../game/report.mjs';
import { drive } from './drive.mjs';
import { examine, part } from './examine.mjs';
import { Program } from './program.mjs';
import { run } from './run.mjs';
import { secured } from './secured.mjs';

const [program, driver] = process.argv.slice(2);
const isSelf = program === '--self';
const start = (...options) => (isSelf ? Program.peer(...options) : Program.serve(program, ...options));

if (program !== '--client') {
  const live = await start('--nodes', '1000', '--rate', '2000');
  const still = await start('--nodes', '1000', '--rate', '0');
  await examine(live.url, still.url, isSelf ? { dropsUnknownServices: true, acceptsAnyDeadband: true } : {});
  for (const [name, server] of Object.entries({ live, still }))
    check(`the ${name} server ended well`, (await server.end()) === 0, server.complaints);
}

if (!isSelf && program !== '--client') await part('the program', () => run(program));
if (!isSelf && program !== '--client') await secured(program);
if (driver) await drive(driver, part);

console.log(`Passed: ${counts.passed}, Failed: ${counts.failed}`);
process.exit(counts.failed === 0 ? 0 : 1);
