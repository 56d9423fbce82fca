// Runs our hub in a process of its own.
import { pause } from '../game/report.mjs';
import { Program } from '../opcua/program.mjs';

export async function hub(program, ...options) {
  const server = await Program.listening('dotnet', [program, 'hub', '--port', '0', '--until-end-of-input', ...options]);
  server.url = server.url.replace(/\/$/, '');
  return server;
}

/** Returns the statistics of the hub after all sockets have left, or the last ones if some remain. */
export async function atRest(server, milliseconds = 60_000) {
  let last;
  for (const until = performance.now() + milliseconds; performance.now() < until; await pause(200)) {
    last = await server.statistics();
    if (last === null || (last.sockets === 0 && last.outstanding === 0)) break;
  }

  return last;
}
