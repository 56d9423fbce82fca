// Attacks our client and our hub with frames made by hand, on this machine only, bounded in number and time, while a well-behaved client
// uses the hub.
// usage: node hostile.mjs <Pooling.Samples.Apps.WebSocket.dll>, with a name behind it only that attack; the last line is "Passed: N, Failed: N".
// The lines before it are the measurements.
import { counts } from '../game/report.mjs';
import { crowds, options } from './crowds.mjs';
import { ends } from './ends.mjs';
import { floods } from './floods.mjs';
import { growth } from './growth.mjs';
import { besiegeClient } from './servers.mjs';
import { Siege } from './siege.mjs';

const [program, only] = process.argv.slice(2);

await besiegeClient(program, only);
await Promise.all([besiege({ ...ends, ...growth, ...floods }), besiege(crowds, options)]); // the second hub is mostly waited for
console.log(`Passed: ${counts.passed}, Failed: ${counts.failed}`);
process.exit(counts.failed === 0 ? 0 : 1);

async function besiege(attacks, hubOptions) {
  const wanted = Object.entries(attacks).filter(([what]) => !only || what.includes(only));
  if (wanted.length === 0) return;
  const siege = await Siege.begin(program, hubOptions);
  for (const [what, act] of wanted) await siege.attack(what, act);
  await siege.end();
}
